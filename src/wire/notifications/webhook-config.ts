import type { Json } from '../../domain/market/item.ts';
import {
  headerNameProblem,
  headerValueProblem,
  MAX_HEADERS,
} from '../../domain/notifications/addresses/webhook-header.ts';
import {
  DEFAULT_IN_FLIGHT,
  type DestinationSettings,
  MAX_IN_FLIGHT,
  type WebhookSettings,
} from '../../domain/notifications/destination.ts';
import { signingSecretProblem } from '../../domain/notifications/signing-secret.ts';
import { type BodyReading, type Fields, isFields } from '../body-reading.ts';
import { MASK, maskedFields, maskLeft, unmasked } from '../masked.ts';
import { Type } from '../type.ts';

/** Checks a seller's URL: the URL to store, or the problem, which ends a sentence that begins with the field. */
export type CheckUrl = (text: string) => { readonly url: string } | { readonly problem: string };

/** For the unknown keys that a seller stores in `webhookConfig`. */
const MAX_OTHERS_BYTES = 16_384;
const HEADERS = 'webhookConfig.headers';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const webhookExample = {
  url: 'https://hooks.seller.example/notifications',
  headers: { Authorization: MASK },
  signing: { secret: SECRET },
  maxInFlight: 10,
};

/** In requests. */
export const WebhookConfigBody = Type.Object(
  {
    url: Type.Optional.String('Where events are POSTed; required for WEBHOOKS. https, on the public internet.'),
    headers: Type.Optional.Object(
      {},
      {
        additionalProperties: Type.String(),
        description:
          'Added to each request, at most 20. Not allowed are headers that frame a request or that the service sets: Host, ' +
          'Content-*, Transfer-Encoding, Connection and related headers, Date, User-Agent, Via, Proxy-*, Webhook-*, Ce-*.',
      },
    ),
    signing: Type.Optional.Object({
      secret: Type.Optional.String(
        'A signing secret of your own: whsec_ and the base64 of 24 to 64 bytes. Absent: one is generated.',
      ),
    }),
    maxInFlight: Type.Optional.Integer({
      minimum: 1,
      maximum: MAX_IN_FLIGHT,
      description: 'Maximum number of concurrent requests; 10 when absent.',
    }),
  },
  { title: 'WebhookConfigBody', additionalProperties: true, description: 'Other keys are stored and returned.' },
);

/** In answers. */
export const WebhookConfig = Type.Object(
  {
    url: Type.Optional.String('Where events are POSTed.'),
    headers: Type.Optional.Object(
      {},
      { additionalProperties: Type.String(), description: 'The names; every value is masked.' },
    ),
    signing: Type.Optional.Object(
      { secret: Type.String('The signing secret of Standard Webhooks.') },
      { description: 'Only in the answer to the request that creates the secret.' },
    ),
    maxInFlight: Type.Optional.Integer('Maximum number of concurrent requests.'),
  },
  {
    title: 'WebhookConfig',
    additionalProperties: true,
    description:
      'Other types have none of these keys. Any other key is returned as it was sent; keys named like a secret are masked.',
  },
);

/** `shownSecret` is passed only by the answers that may show it. */
export function writeWebhookConfig(settings: DestinationSettings, shownSecret: string | undefined): object {
  const { webhook, webhookKeys = {} } = settings;
  if (!webhook) return maskedFields(webhookKeys);
  return {
    ...maskedFields(webhook.others),
    url: webhook.url,
    headers: Object.fromEntries(Object.keys(webhook.headers).map((name) => [name, MASK])),
    ...(shownSecret === undefined ? {} : { signing: { secret: shownSecret } }),
    maxInFlight: webhook.maxInFlight,
  };
}

/** Reads complete settings, from a body or from a change merged into the current settings (`mergedWebhookConfig`). */
export function readWebhookConfig(r: BodyReading, config: Fields, checkUrl: CheckUrl): WebhookSettings {
  const { url, headers = {}, signing = {}, maxInFlight, ...others } = config;
  const secret = r.object(signing, 'webhookConfig.signing')?.secret;
  return {
    url: readUrl(r, url, 'webhookConfig.url', checkUrl),
    headers: readHeaders(r, headers),
    ...(secret === undefined ? {} : { secret: readSigningSecret(r, secret, 'webhookConfig.signing.secret') }),
    maxInFlight: r.integer(maxInFlight, 'webhookConfig.maxInFlight', [1, MAX_IN_FLIGHT], DEFAULT_IN_FLIGHT),
    others: readOthers(r, others as WebhookSettings['others']),
  };
}

export function readUrl(r: BodyReading, value: unknown, field: string, checkUrl: CheckUrl): string {
  if (value === undefined) {
    r.missing(field, 'It is the address that notifications are sent to.');
    return '';
  }
  if (r.text(value, field, () => undefined) === undefined) return '';
  const checked = checkUrl(value as string);
  if ('url' in checked) return checked.url;
  r.wrong(field, checked.problem);
  return '';
}

export const readSigningSecret = (r: BodyReading, value: unknown, field: string): string =>
  r.text(value, field, signingSecretProblem) ?? '';

function readHeaders(r: BodyReading, input: unknown): Record<string, string> {
  const entries = Object.entries(r.object(input, HEADERS) ?? {});
  if (entries.length > MAX_HEADERS) r.wrong(HEADERS, `must have at most ${MAX_HEADERS} headers, not ${entries.length}`);
  const seen = new Set<string>();
  const headers: Record<string, string> = {};
  for (const [n, [name, value]] of entries.slice(0, MAX_HEADERS).entries()) {
    const problem = headerNameProblem(name);
    // A client may send a whole header line as the name: quote only what looks like a name, never a value.
    const field = /^[\w-]{1,64}$/.test(name) ? `${HEADERS}.${name}` : `${HEADERS}: name ${n + 1}`;
    if (problem !== undefined) r.wrong(field, problem);
    else if (seen.has(name.toLowerCase())) r.wrong(field, 'is there twice: header names ignore case');
    else headers[name] = r.text(value, field, (text) => maskProblem(text) ?? headerValueProblem(text)) ?? '';
    seen.add(name.toLowerCase());
  }
  return headers;
}

/** A client may copy a masked answer into a new request. */
const maskProblem = (text: string) => (text === MASK ? `must be its value, not the mask ${MASK}` : undefined);

function readOthers(r: BodyReading, others: WebhookSettings['others']): WebhookSettings['others'] {
  if (Buffer.byteLength(JSON.stringify(others)) > MAX_OTHERS_BYTES) {
    r.wrong('webhookConfig', `must have at most ${MAX_OTHERS_BYTES} bytes of other keys, written as JSON`);
  }
  const left = maskLeft(others);
  if (left !== undefined) r.wrong(`webhookConfig.${left}`, `must be its value, not the mask ${MASK}`);
  return others;
}

/**
 * The keys that a seller keeps in the `webhookConfig` of a destination of another type (decision 26), with a change merged in:
 * a mask keeps the stored value, null removes a key. The webhook's own settings are ignored there, like all of another type.
 */
export function readWebhookKeys(
  r: BodyReading,
  change: unknown,
  stored: WebhookSettings['others'] | undefined,
): WebhookSettings['others'] | undefined {
  if (!isFields(change)) return stored;
  const { url: _url, headers: _headers, signing: _signing, maxInFlight: _maxInFlight, ...keys } = change;
  const merged: Record<string, Json> = { ...stored };
  for (const [name, value] of Object.entries(keys)) {
    if (value === null && stored) delete merged[name];
    else merged[name] = unmaskedField(name, value as Json, stored ?? {}) as Json;
  }
  const others = readOthers(r, merged);
  return Object.keys(others).length === 0 ? undefined : others;
}

/** The current settings with a change merged in key by key: a mask keeps the stored value, null removes an optional key. */
export function mergedWebhookConfig(settings: WebhookSettings, change: Fields): Fields {
  const { url, headers, secret, maxInFlight, others } = settings;
  const merged: Record<string, unknown> = { ...others, url, headers, maxInFlight };
  if (secret !== undefined) merged.signing = { secret };
  for (const [name, value] of Object.entries(change)) {
    if (name === 'url') merged.url = value;
    else if (name === 'headers') merged.headers = value === null ? {} : mergedHeaders(headers, value);
    else if (name === 'signing') merged.signing = mergedSigning(secret, value);
    else if (value === null) delete merged[name];
    else merged[name] = unmaskedField(name, value as Json, others);
  }
  return merged;
}

/**
 * Stored header values, such as credentials, belong to the host that they were given for. Otherwise anyone who may change the
 * URL could have them sent to a server of their own.
 */
export function ensureHeadersGivenAgain(r: BodyReading, { url, headers }: WebhookSettings, change: Fields): void {
  if (change.url === undefined || Object.keys(headers).length === 0 || isSameOrigin(url, change.url)) return;
  const sent = change.headers;
  const isComplete = sent === null || (isFields(sent) && !Object.values(sent).includes(MASK));
  if (!isComplete) r.wrong(HEADERS, 'must be given again, with their values, because url leads to another host');
}

function isSameOrigin(one: string, other: unknown): boolean {
  return typeof other === 'string' && URL.parse(one)?.origin === URL.parse(other)?.origin;
}

const unmaskedField = (name: string, value: Json, others: WebhookSettings['others']) =>
  (unmasked({ [name]: value }, others) as WebhookSettings['others'])[name];

function mergedHeaders(stored: Readonly<Record<string, string>>, change: unknown): unknown {
  if (!isFields(change)) return change;
  const byName = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  const unmaskHeader = ([name, value]: [string, unknown]) => [
    name,
    value === MASK ? (byName.get(name.toLowerCase()) ?? value) : value,
  ];
  return Object.fromEntries(Object.entries(change).map(unmaskHeader));
}

/** Only a new secret changes anything: removing one would leave the seller with a derived secret that was never shown. */
function mergedSigning(stored: string | undefined, change: unknown): unknown {
  if (!isFields(change) || (change.secret !== undefined && change.secret !== MASK)) return change;
  return stored === undefined ? {} : { secret: stored };
}
