import webPush from 'web-push';
import type { AttemptOutcome, Delivery } from '../domain/notifications/delivery.ts';
import { eventText } from '../domain/notifications/event-text.ts';
import type { CloudEvent } from '../domain/notifications/notification.ts';
import { pushMessage } from '../domain/notifications/push-message.ts';
import type { Channel, OutgoingMessage } from './channel.ts';
import type { Egress } from './egress.ts';
import { EgressFailure } from './egress-failure.ts';
import { retryAfterMs, statusText } from './http-status.ts';
import { type PostResponse, post } from './post.ts';

export type MobilePushParts = {
  egress: Egress;
  /** `subject` is how a push service reaches the operator: `mailto:` or `https:` (RFC 8292 2.1). */
  vapid: { publicKey: string; privateKey: string; subject: string };
  /** For a whole try. */
  timeoutMs: number;
  now: () => number;
};

type Subscription = NonNullable<OutgoingMessage['destination']['settings']['push']>;

const ENCODING = 'aes128gcm';
/** Push services keep nothing for longer, and some refuse a wish for more. */
const MAX_TTL_SECONDS = 28 * 86_400;

/**
 * MOBILE_PUSH: Web Push (RFC 8030), encrypted for the browser alone (RFC 8291). The package makes the message; it is sent
 * by `post`, because the endpoint is an address that a seller gave. Throws when key or subject cannot be used: the
 * operator then hears of it at the start, and not from sellers.
 */
export function createMobilePushChannel({ egress, vapid, timeoutMs, now }: MobilePushParts): Channel {
  const authorization = (origin: string) =>
    webPush.getVapidHeaders(origin, vapid.subject, vapid.publicKey, vapid.privateKey, ENCODING).Authorization;
  authorization('https://push.example');
  return {
    async send(message: OutgoingMessage, signal?: AbortSignal): Promise<AttemptOutcome> {
      const { push } = message.destination.settings;
      const origin = URL.parse(push?.endpoint ?? '')?.origin;
      if (push === undefined || origin === undefined) {
        return { result: 'refused', error: 'The destination has no push subscription.' };
      }
      const body = encrypted(push, message.delivery);
      if (body === undefined) return { result: 'refused', error: 'The keys of the push subscription cannot be used.' };
      const headers = {
        authorization: authorization(origin),
        'content-encoding': ENCODING,
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds(message.delivery, now())),
        urgency: 'normal',
      };
      const answer = await post(egress, push.endpoint, { headers, body, timeoutMs, signal });
      return answer instanceof EgressFailure ? pushFailure(answer) : pushOutcome(answer, push, now());
    },
  };
}

/** Undefined when the browser's key is no point of the curve, which its length alone does not show. */
function encrypted({ keys }: Subscription, { body }: Delivery): Buffer | undefined {
  const event = JSON.parse(body) as CloudEvent;
  const message = pushMessage(event, eventText(event).push);
  try {
    return webPush.encrypt(keys.p256dh, keys.auth, message, ENCODING).cipherText;
  } catch {
    return undefined;
  }
}

/** A device that comes back after the delivery has expired is not told any more. */
function ttlSeconds({ expiresMs }: Delivery, nowMs: number): number {
  return Math.min(MAX_TTL_SECONDS, Math.max(0, Math.floor((expiresMs - nowMs) / 1_000)));
}

function pushFailure({ code, message }: EgressFailure): AttemptOutcome {
  const rule = code === 'blocked' ? ' A push service needs https and an address on the public internet.' : '';
  return { result: 'failed', error: message + rule };
}

/** RFC 8030 5, 7.2 and 7.3: 201 taken, 404 and 410 the subscription has ended, 413 too long, 429 too many. */
function pushOutcome(
  { status, headers, body }: PostResponse,
  { endpoint }: Subscription,
  nowMs: number,
): AttemptOutcome {
  const said = { code: status, ...(body === '' || names(body, endpoint) ? {} : { answer: body }) };
  if (status >= 200 && status < 300) return { result: 'delivered', ...said };
  const error = `The push service answered ${statusText(status)}`;
  if (status === 404 || status === 410) {
    return { result: 'gone', ...said, error: `${error}: the subscription has ended, nothing more is sent to it.` };
  }
  if (status === 413) return { result: 'refused', ...said, error: `${error}.` };
  return { result: 'failed', ...said, error: `${error}.`, retryAfterMs: retryAfterMs(headers['retry-after'], nowMs) };
}

/** Who has the path of an endpoint can write to the device: it does not get into the log by way of an error page. */
function names(body: string, endpoint: string): boolean {
  const { pathname, search } = new URL(endpoint);
  const secret = pathname.slice(pathname.lastIndexOf('/', pathname.length - 2) + 1);
  return (secret.length > 4 && body.includes(secret)) || (search.length > 4 && body.includes(search));
}
