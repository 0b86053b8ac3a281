import { Type } from 'typebox';
import type { Json } from '../../domain/market/item.ts';
import { DEFAULT_IN_FLIGHT, MAX_IN_FLIGHT, type WebhookSettings } from '../../domain/notifications/destination.ts';
import { signingSecretProblem } from '../../domain/notifications/signing-secret.ts';
import { headerNameProblem, headerValueProblem, MAX_HEADERS } from '../../domain/notifications/webhook-header.ts';
import { type BodyReading, type Fields, isFields } from '../body-reading.ts';
import { MASK, maskedFields, maskLeft, unmasked } from '../masked.ts';

/** Whether notifications may go to an address, and as what it is kept; the problem ends a sentence that begins with the field. */
export type CheckUrl = (text: string) => { readonly url: string } | { readonly problem: string };

/** What a seller may keep in `webhookConfig` for itself. */
const MAX_OTHERS_BYTES = 16_384;
const HEADERS = 'webhookConfig.headers';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const webhookExample = {
  url: 'https://hooks.seller.example/notifications',
  headers: { Authorization: MASK },
  signing: { secret: SECRET },
  maxInFlight: 10,
};

/** As it is sent. */
export const WebhookConfigBody = Type.Object(
  {
    url: Type.Optional(
      Type.String({ description: 'Where events are POSTed; required for WEBHOOKS. https, on the public internet.' }),
    ),
    headers: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: Type.String(),
          description:
            'Sent along with each request, at most 20. Not what frames a request or what the service says itself: Host, ' +
            'Content-*, Transfer-Encoding, Connection and its kind, Date, User-Agent, Via, Proxy-*, Webhook-*, Ce-*.',
        },
      ),
    ),
    signing: Type.Optional(
      Type.Object({
        secret: Type.Optional(
          Type.String({
            description: 'A signing secret of your own: whsec_ and the base64 of 24 to 64 bytes. Absent: one is made.',
          }),
        ),
      }),
    ),
    maxInFlight: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_IN_FLIGHT, description: 'Requests at a time; 10 when absent.' }),
    ),
  },
  { title: 'WebhookConfigBody', additionalProperties: true, description: 'Other keys are kept and given back.' },
);

/** As it is answered. */
export const WebhookConfig = Type.Object(
  {
    url: Type.Optional(Type.String({ description: 'Where events are POSTed.' })),
    headers: Type.Optional(
      Type.Object({}, { additionalProperties: Type.String(), description: 'Names; every value is masked.' }),
    ),
    signing: Type.Optional(
      Type.Object(
        { secret: Type.String({ description: 'The signing secret of Standard Webhooks.' }) },
        { description: 'Only in the answer that makes the secret, never again.' },
      ),
    ),
    maxInFlight: Type.Optional(Type.Integer({ description: 'Requests at a time.' })),
  },
  {
    title: 'WebhookConfig',
    additionalProperties: true,
    description:
      'Empty where the type is another. Other keys as they were sent; what is named like a secret is masked.',
  },
);

/** `shownSecret` is there only in the answers that may show it. */
export function writeWebhookConfig(settings: WebhookSettings | undefined, shownSecret: string | undefined): object {
  if (!settings) return {};
  return {
    ...maskedFields(settings.others),
    url: settings.url,
    headers: Object.fromEntries(Object.keys(settings.headers).map((name) => [name, MASK])),
    ...(shownSecret === undefined ? {} : { signing: { secret: shownSecret } }),
    maxInFlight: settings.maxInFlight,
  };
}

/** The whole of the settings, from a body or from a change merged into what was there (`mergedWebhookConfig`). */
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
  const judged = checkUrl(value as string);
  if ('url' in judged) return judged.url;
  r.wrong(field, judged.problem);
  return '';
}

export const readSigningSecret = (r: BodyReading, value: unknown, field: string): string =>
  r.text(value, field, signingSecretProblem) ?? '';

function readHeaders(r: BodyReading, value: unknown): Record<string, string> {
  const entries = Object.entries(r.object(value, HEADERS) ?? {});
  if (entries.length > MAX_HEADERS) r.wrong(HEADERS, `must have at most ${MAX_HEADERS} headers, not ${entries.length}`);
  const seen = new Set<string>();
  const headers: Record<string, string> = {};
  for (const [at, [name, one]] of entries.slice(0, MAX_HEADERS).entries()) {
    const problem = headerNameProblem(name);
    // A whole header line in the place of a name holds a value, too: only what looks like a name is repeated.
    const field = /^[\w-]{1,64}$/.test(name) ? `${HEADERS}.${name}` : `${HEADERS}: name ${at + 1}`;
    if (problem !== undefined) r.wrong(field, problem);
    else if (seen.has(name.toLowerCase())) r.wrong(field, 'is there twice: names are the same in any case');
    else headers[name] = r.text(one, field, (text) => maskProblem(text) ?? headerValueProblem(text)) ?? '';
    seen.add(name.toLowerCase());
  }
  return headers;
}

/** A caller who copies an answer into a new request does not mean it. */
const maskProblem = (text: string) => (text === MASK ? `must be its value, not the mask ${MASK}` : undefined);

function readOthers(r: BodyReading, others: WebhookSettings['others']): WebhookSettings['others'] {
  if (Buffer.byteLength(JSON.stringify(others)) > MAX_OTHERS_BYTES) {
    r.wrong('webhookConfig', `must have at most ${MAX_OTHERS_BYTES} bytes of other keys, written as JSON`);
  }
  const left = maskLeft(others);
  if (left !== undefined) r.wrong(`webhookConfig.${left}`, `must be its value, not the mask ${MASK}`);
  return others;
}

/** A change, key by key, on top of what there is: a mask stands for what is stored, null takes an optional key away. */
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
 * Kept header values are for the host that was named when they were given: whoever may change the address could otherwise
 * have them sent to itself.
 */
export function mustGiveHeadersAgain(r: BodyReading, { url, headers }: WebhookSettings, change: Fields): void {
  if (change.url === undefined || Object.keys(headers).length === 0 || isSameOrigin(url, change.url)) return;
  const given = change.headers;
  const isAnew = given === null || (isFields(given) && !Object.values(given).includes(MASK));
  if (!isAnew) r.wrong(HEADERS, 'must be given again, with their values, because url leads to another host');
}

function isSameOrigin(one: string, other: unknown): boolean {
  return typeof other === 'string' && URL.parse(one)?.origin === URL.parse(other)?.origin;
}

const unmaskedField = (name: string, value: Json, others: WebhookSettings['others']) =>
  (unmasked({ [name]: value }, others) as WebhookSettings['others'])[name];

function mergedHeaders(stored: Readonly<Record<string, string>>, change: unknown): unknown {
  if (!isFields(change)) return change;
  const byName = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  const kept = ([name, value]: [string, unknown]) => [
    name,
    value === MASK ? (byName.get(name.toLowerCase()) ?? value) : value,
  ];
  return Object.fromEntries(Object.entries(change).map(kept));
}

/** Only a secret that is sent changes anything: taking one away would leave the seller with one that nobody was shown. */
function mergedSigning(stored: string | undefined, change: unknown): unknown {
  if (!isFields(change) || (change.secret !== undefined && change.secret !== MASK)) return change;
  return stored === undefined ? {} : { secret: stored };
}
