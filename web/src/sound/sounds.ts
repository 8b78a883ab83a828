// Sounds, made and not recorded: one context, unlocked by the first gesture, throttled by name.
export type Sound = 'card' | 'flip' | 'chip' | 'turn' | 'hurry' | 'win' | 'push' | 'refused';

type Level = () => number;
const THROTTLE_MS = 60;
let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
const last = new Map<Sound, number>();

/** Called from a gesture: browsers give no sound before one. */
export function unlock(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

function hiss(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  return noise;
}

function shaped(audio: AudioContext, volume: number, at: number, lasts: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, volume), at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(audio.destination);
  return gain;
}

/** A card over cloth: noise through a narrow band. */
function brush(audio: AudioContext, volume: number, pitch: number, lasts: number, wait = 0): void {
  const at = audio.currentTime + wait;
  const source = audio.createBufferSource();
  source.buffer = hiss(audio);
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  source.connect(filter).connect(shaped(audio, volume, at, lasts));
  source.start(at, Math.random() * 0.3, lasts);
}

function tone(audio: AudioContext, volume: number, pitch: number, lasts: number, wait = 0): void {
  const at = audio.currentTime + wait;
  const source = audio.createOscillator();
  source.type = 'triangle';
  source.frequency.value = pitch;
  source.connect(shaped(audio, volume, at, lasts));
  source.start(at);
  source.stop(at + lasts);
}

const MADE: Record<Sound, (audio: AudioContext, volume: number) => void> = {
  card: (audio, volume) => brush(audio, volume * 0.5, 2600, 0.09),
  flip: (audio, volume) => {
    brush(audio, volume * 0.4, 1800, 0.05);
    brush(audio, volume * 0.5, 3200, 0.06, 0.05);
  },
  chip: (audio, volume) => {
    tone(audio, volume * 0.14, 2900, 0.04);
    tone(audio, volume * 0.1, 3700, 0.03, 0.035);
  },
  turn: (audio, volume) => {
    tone(audio, volume * 0.22, 587, 0.16);
    tone(audio, volume * 0.22, 880, 0.24, 0.12);
  },
  hurry: (audio, volume) => tone(audio, volume * 0.24, 740, 0.14),
  win: (audio, volume) => [523, 659, 784].forEach((pitch, n) => tone(audio, volume * 0.16, pitch, 0.3, n * 0.07)),
  push: (audio, volume) => tone(audio, volume * 0.12, 523, 0.2),
  refused: (audio, volume) => tone(audio, volume * 0.16, 196, 0.16),
};

/** Plays it, unless the same was played just now. */
export function sound(name: Sound, volume: Level | number): void {
  const level = typeof volume === 'number' ? volume : volume();
  if (!context || context.state !== 'running' || level <= 0) return;
  const now = performance.now();
  if (now - (last.get(name) ?? -THROTTLE_MS) < THROTTLE_MS) return;
  last.set(name, now);
  MADE[name](context, level);
}
