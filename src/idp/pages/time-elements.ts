import { type Html, html } from '../../pages/html.ts';

export function dateElement(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`;
}

export function timeElement(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** How long the service accepts an access token after its end here: it asks again when its cached answer is that old. */
export const cacheTimeText = (seconds: number): string =>
  seconds === 0 ? 'at once' : `within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
