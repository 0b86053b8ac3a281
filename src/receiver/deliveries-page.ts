import { type Html, html } from '../pages/html.ts';
import type { Page, PageLink } from '../pages/page.ts';
import { type Glance, glanceOf } from './event-glance.ts';
import type { ReceivedDelivery } from './recent-deliveries.ts';

const REFRESH_SECONDS = 5;
/** The page cuts longer bodies. */
const MAX_SHOWN_CHARACTERS = 20_000;

/** The headers of Standard Webhooks, shown above the others: a receiver checks them first. */
const signatureNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** The content codings of Web Push (RFC 8188, and the drafts before it). */
const pushCodings = ['aes128gcm', 'aesgcm'];

export type PageState = {
  readonly isPaused: boolean;
  /** The number of the delivery that is open at first. */
  readonly open?: number | undefined;
  /** Links to the other pages of the installation. */
  readonly links?: readonly PageLink[] | undefined;
};

/** No scripts: the page shows untrusted content, none of which may run. */
export function deliveriesPage(deliveries: readonly ReceivedDelivery[], state: PageState): Page {
  const { isPaused } = state;
  const repeats = repeatsIn(deliveries);
  return {
    title: `${deliveries.length} received`,
    site: 'Demo receiver',
    width: 'document',
    ...(state.links && { links: state.links }),
    refreshSeconds: isPaused ? undefined : REFRESH_SECONDS,
    policy: { formAction: "'none'", referrer: 'no-referrer', cacheControl: 'no-store' },
    body: html`<h1>Demo receiver</h1>
<p class="soft">This page stands in for a seller’s own server. It accepts every notification that is posted to it and shows the last 100.</p>
<div class="top small"><span class="state${!isPaused && ' live'}">${isPaused ? 'Paused' : `Refreshes every ${REFRESH_SECONDS} s`}</span>
<span><a href="${isPaused ? '/' : '/?paused'}">${isPaused ? 'Continue' : 'Pause'}</a> · <a href="/deliveries.json">As JSON</a></span></div>
<div class="deliveries">
${deliveries.length === 0 ? nothingYet : deliveries.map((delivery) => line(delivery, repeats.has(delivery), state))}
</div>`,
  };
}

const nothingYet = html`<h2>Nothing has arrived yet</h2>
<p class="soft">Send a test notification to a webhook destination that points here, and it shows up within seconds.</p>`;

/** Deliveries whose `webhook-id` came to the same address before. Two destinations may get the same notification: no repeat. */
function repeatsIn(newestFirst: readonly ReceivedDelivery[]): Set<ReceivedDelivery> {
  const seen = new Set<string>();
  const repeats = new Set<ReceivedDelivery>();
  for (const delivery of newestFirst.toReversed()) {
    const id = delivery.headers['webhook-id'];
    if (id === undefined) continue;
    const key = `${delivery.path} ${id}`;
    if (seen.has(key)) repeats.add(delivery);
    seen.add(key);
  }
  return repeats;
}

/** One line that opens. While the page refreshes itself the line is a link that pauses it: a refresh would close the line. */
function line(delivery: ReceivedDelivery, isRepeat: boolean, { isPaused, open }: PageState): Html {
  const { number, time, path } = delivery;
  const glance = delivery.encoding === 'utf8' ? glanceOf(parsed(delivery.body)) : undefined;
  const kind = html`<strong>${kindOf(delivery)}</strong>`;
  return html`<details class="delivery" id="d${number}"${open === number && html` open`}><summary><span class="line">${
    isPaused ? kind : html`<a href="/?paused=${number}#d${number}">${kind}</a>`
  }${outcome(glance)}${isRepeat && html`<span class="chip warn repeat">repeat</span>`}${
    glance ? html`<span>${glance.about}</span>` : html`<code class="soft">POST ${path}</code>`
  }${glance && html`<span class="glance">${glance.sentence}</span>`}</span>
<time datetime="${time}">${time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time></summary>
<div class="inside">${glance && facts(glance)}${glance && html`<p class="small soft">POST <code>${path}</code></p>`}${authenticity(delivery)}
<pre tabindex="0" aria-label="Body">${bodyText(delivery)}</pre>
${otherHeaders(delivery)}</div></details>
`;
}

const outcome = (glance: Glance | undefined): Html | undefined =>
  glance?.outcome && html`<span class="chip ${glance.outcome.tone}-word">${glance.outcome.word}</span>`;

/** The event in a few lines, above its JSON. */
const facts = (glance: Glance): Html =>
  html`<dl class="facts">${glance.facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;

/** How a receiver knows who sent this: the headers of the signature, or what stands for them. */
function authenticity(delivery: ReceivedDelivery): Html {
  if (isPush(delivery)) {
    return html`<p class="small">This is a push message. It is encrypted: only the subscribed browser can read it, and a push service knows the sender by the VAPID key.</p>`;
  }
  const present = signatureNames.filter((name) => delivery.headers[name] !== undefined);
  if (present.length === 0) return html`<p class="note warned small">It has no signature headers.</p>`;
  return list(present.map((name) => [name, delivery.headers[name] ?? '']));
}

function otherHeaders({ headers }: ReceivedDelivery): Html {
  const others = Object.entries(headers).filter(([name]) => !signatureNames.includes(name));
  return html`<details><summary>${others.length} other headers</summary>${list(others)}</details>`;
}

const list = (entries: readonly (readonly [string, string])[]): Html =>
  html`<dl>${entries.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

const isPush = ({ headers }: ReceivedDelivery) =>
  pushCodings.includes((headers['content-encoding'] ?? '').trim().toLowerCase());

/** The `type` of a CloudEvents event, or what the body is otherwise. */
function kindOf(delivery: ReceivedDelivery): string {
  if (isPush(delivery)) return 'Push message, encrypted';
  if (delivery.encoding === 'base64') return 'Not text';
  const { type } = (parsed(delivery.body) ?? {}) as { type?: unknown };
  return typeof type === 'string' && type !== '' ? type.slice(0, 100) : 'No event';
}

function bodyText({ body, encoding }: ReceivedDelivery): string {
  if (body === '') return '(no body)';
  if (encoding === 'base64') return `(base64)\n${cut(body)}`;
  return cut(indented(body) ?? body);
}

/** Undefined for what is no JSON, and for JSON that is nested too deeply to be written. */
function indented(body: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return undefined;
  }
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
