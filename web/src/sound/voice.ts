// The dealer's voice, by the browser's own speech where it has one.
export function say(text: string, locale: string, volume: number): void {
  if (typeof speechSynthesis === 'undefined' || volume <= 0 || !text) return;
  if (speechSynthesis.pending) speechSynthesis.cancel();
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = locale;
  spoken.volume = volume;
  spoken.rate = 1.05;
  const voice = speechSynthesis.getVoices().find((each) => each.lang.startsWith(locale.slice(0, 2)));
  if (voice) spoken.voice = voice;
  speechSynthesis.speak(spoken);
}

export function hush(): void {
  if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel();
}
