import { render } from 'preact';
import { html } from './html.ts';
import { settings } from './settings.ts';

const root = document.getElementById('app');
if (root) render(html`<main><h1>${settings.brandName}</h1></main>`, root);
