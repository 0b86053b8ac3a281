import { render } from 'preact';
import { html } from './html.ts';
import { startRouter } from './router.ts';
import { Shell } from './shell/shell.ts';

startRouter();
const root = document.getElementById('app');
if (root) render(html`<${Shell} />`, root);
