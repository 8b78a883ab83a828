import { mount } from 'svelte';
import App from './app/App.svelte';
import { arrive } from './app/arrive';
import { preferred, setLanguage } from './i18n/text.svelte';
import { loadFaces } from './table/faces.svelte';
import './theme/index.css';

await Promise.all([setLanguage(preferred(navigator.languages)), arrive()]);
mount(App, { target: document.getElementById('app')! });
void loadFaces();
