import { createHash } from 'node:crypto';
import { pageStyle } from './page-style.ts';
import type { ReceivedDelivery } from './recent-deliveries.ts';

const REFRESH_SECONDS = 5;
/** The page cuts longer bodies. */
const MAX_SHOWN_CHARACTERS = 20_000;

/** The headers of Standard Webhooks, shown above the others: a receiver checks them first. */
const signatureNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** No scripts: the page shows untrusted content, none of which may run. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

/** The page and the headers that it must be sent with. */
export function deliveriesPage(deliveries: readonly ReceivedDelivery[], { isPaused }: { isPaused: boolean }) {
  const ids = deliveries.map((delivery) => delivery.headers['webhook-id']);
  // The newest comes first, so an earlier delivery has a higher index.
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
<p>This page stands in for a seller’s own server. It accepts every notification that is posted to it and shows the last 100.</p>
<p class="bar"><span class="state${isPaused ? '' : ' live'}">${isPaused ? 'Paused' : `Refreshes every ${REFRESH_SECONDS} s`}</span>
<a href="${isPaused ? '/' : '/?paused'}">${isPaused ? 'Continue' : 'Pause'}</a> <a href="/deliveries.json">As JSON</a></p>
</header>
<main>
${deliveries.length === 0 ? nothingYet : deliveries.map((delivery, index) => article(delivery, isRepeat(index))).join('\n')}
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
<div class="top"><h2>${escapeHtml(kindOf(delivery))}</h2>${isRepeat ? '<span class="repeat">repeat</span>' : ''}
<time datetime="${escapeHtml(time)}">${escapeHtml(time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'))}</time></div>
<p class="path"><span>POST</span> ${escapeHtml(path)}</p>
${first.length > 0 ? list(first) : '<p class="unsigned">It has no signature headers.</p>'}
<details><summary>${others.length} other headers</summary>${list(others)}</details>
<pre tabindex="0" aria-label="Body">${escapeHtml(bodyText(delivery))}</pre>
</article>`;
}

function list(entries: readonly string[][]): string {
  return `<dl>${entries.map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;
}

/** The `type` of a CloudEvents event, or what the body is otherwise. */
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
  if (text.length <= MAX_SHOWN_CHARACTERS) return text;
  return `${text.slice(0, MAX_SHOWN_CHARACTERS)}\n… and ${text.length - MAX_SHOWN_CHARACTERS} more characters`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
