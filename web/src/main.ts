import { mount } from 'svelte';
import App from './app/App.svelte';
import { preferred, setLanguage } from './i18n/text.svelte';
import './theme/index.css';

/** Every card, chip and icon in one drawing, put into the page once; what is shown refers to it. */
async function sprite(): Promise<void> {
  const drawing = new DOMParser().parseFromString(await (await fetch('/sprite.svg')).text(), 'image/svg+xml');
  const svg = document.importNode(drawing.documentElement, true);
  svg.setAttribute('class', 'sprite');
  svg.setAttribute('aria-hidden', 'true');
  document.body.prepend(svg);
}

void sprite();
await setLanguage(preferred(navigator.languages));
mount(App, { target: document.getElementById('app')! });
