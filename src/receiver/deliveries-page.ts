import { createHash } from 'node:crypto';
import type { ReceivedDelivery } from './delivery-shelf.ts';
import { pageStyle } from './page-style.ts';

const REFRESH_SECONDS = 5;
/** More of one body than a person reads. */
const MAX_SHOWN = 20_000;

/** Standard Webhooks' headers: what a receiver looks at first. They are shown above the others. */
const signatureNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Without scripts: what strangers sent is on this page, and nothing of it can run. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

/** The whole page and the headers it must be sent with. */
export function deliveriesPage(deliveries: readonly ReceivedDelivery[], { isPaused }: { isPaused: boolean }) {
  const ids = deliveries.map((one) => one.headers['webhook-id']);
  // Newest first: one that came before stands further down.
  const isRepeat = (index: number) => ids[index] !== undefined && ids.indexOf(ids[index], index + 1) !== -1;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isPaused ? '' : `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">\n`}<title>${deliveries.length} received · Demo receiver</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>Demo receiver</h1>
<p>Stands for a seller’s own server: it accepts every notification that is posted to it and shows the last 100.</p>
<p class="bar"><span class="state${isPaused ? '' : ' live'}">${isPaused ? 'Paused' : `Looks again every ${REFRESH_SECONDS} s`}</span>
<a href="${isPaused ? '/' : '/?paused'}">${isPaused ? 'Go on' : 'Pause'}</a> <a href="/deliveries.json">As JSON</a></p>
</header>
<main>
${deliveries.length === 0 ? nothingYet : deliveries.map((one, index) => article(one, isRepeat(index))).join('\n')}
</main>
</body>
</html>
`;
  return { html, headers };
}

const nothingYet = `<section class="empty"><h2>Nothing has arrived yet</h2>
<p>Send a test notification to a webhook destination that points here, and it shows up within seconds.</p></section>`;

function article(delivery: ReceivedDelivery, isRepeat: boolean): string {
  const { time, path, headers: all } = delivery;
  const others = Object.entries(all).filter(([name]) => !signatureNames.includes(name));
  const first = signatureNames.filter((name) => all[name] !== undefined).map((name) => [name, all[name] ?? '']);
  return `<article>
<div class="top"><h2>${escaped(kindOf(delivery))}</h2>${isRepeat ? '<span class="repeat">repeat</span>' : ''}
<time datetime="${escaped(time)}">${escaped(time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'))}</time></div>
<p class="path"><span>POST</span> ${escaped(path)}</p>
${first.length > 0 ? list(first) : '<p class="unsigned">No signature headers came with it.</p>'}
<details><summary>${others.length} other headers</summary>${list(others)}</details>
<pre tabindex="0" aria-label="Body">${escaped(bodyText(delivery))}</pre>
</article>`;
}

function list(entries: readonly string[][]): string {
  return `<dl>${entries.map(([name = '', value = '']) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
}

/** The `type` of a CloudEvents event, or what it is instead. */
function kindOf({ body, encoding }: ReceivedDelivery): string {
  if (encoding === 'base64') return 'Not text';
  const { type } = (parsed(body) ?? {}) as { type?: unknown };
  return typeof type === 'string' && type !== '' ? type.slice(0, 100) : 'No event';
}

function bodyText({ body, encoding }: ReceivedDelivery): string {
  if (body === '') return '(no body)';
  if (encoding === 'base64') return `(base64)\n${cut(body)}`;
  const json = parsed(body);
  return cut(json === undefined ? body : JSON.stringify(json, null, 2));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function cut(text: string): string {
  if (text.length <= MAX_SHOWN) return text;
  return `${text.slice(0, MAX_SHOWN)}\n… and ${text.length - MAX_SHOWN} more characters`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
