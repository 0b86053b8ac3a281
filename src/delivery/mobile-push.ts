import webPush from 'web-push';
import type { AttemptOutcome, Delivery } from '../domain/notifications/delivery.ts';
import { pushMessage } from '../domain/notifications/texts/push-message.ts';
import type { Egress } from './egress.ts';
import { EgressFailure, logDetailOf } from './egress-failure.ts';
import { hideBlockedDuration } from './hidden-duration.ts';
import { retryAfterMs, statusText } from './http-status.ts';
import type { AttemptTime, MessageSender, OutgoingMessage } from './message-sender.ts';
import { textOfEvents } from './message-text.ts';
import { type PostResponse, post } from './post.ts';

/** `subject` is how a push service reaches the operator: `mailto:` or `https:` (RFC 8292 2.1). */
export type VapidIdentity = { readonly publicKey: string; readonly privateKey: string; readonly subject: string };

type Subscription = NonNullable<OutgoingMessage['destination']['settings']['push']>;

const ENCODING = 'aes128gcm';
/** Push services store messages for at most this long, and some reject a longer TTL. */
const MAX_TTL_SECONDS = 28 * 86_400;

/**
 * MOBILE_PUSH: Web Push (RFC 8030), encrypted end to end for the browser (RFC 8291). web-push encrypts and signs; `post`
 * sends, because the endpoint is an address that a seller chose. Throws when the key or the subject is invalid: an operator
 * that set `PUSH_CONTACT` then learns of it at the start, and not from sellers.
 */
export function createMobilePushSender(
  egress: Egress,
  vapid: VapidIdentity,
  { now, timeoutMs }: AttemptTime,
): MessageSender {
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
      const body = encrypted(push, message);
      if (body === undefined) return { result: 'refused', error: 'The keys of the push subscription cannot be used.' };
      const headers = {
        authorization: authorization(origin),
        'content-encoding': ENCODING,
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds(message.delivery, now())),
        urgency: 'normal',
      };
      const sent = post(egress, push.endpoint, { headers, body, timeoutMs, signal });
      const answer = await hideBlockedDuration(sent, signal);
      return answer instanceof EgressFailure ? pushFailure(answer) : pushOutcome(answer, push, now());
    },
  };
}

/** Undefined when the browser's key is not a point of the curve: a check of its length cannot find that. */
function encrypted({ keys }: Subscription, message: OutgoingMessage): Buffer | undefined {
  const { notificationId: id, kind: type } = message.delivery;
  const text = pushMessage({ id, type }, textOfEvents(message).push);
  try {
    return webPush.encrypt(keys.p256dh, keys.auth, text, ENCODING).cipherText;
  } catch {
    return undefined;
  }
}

/** A device that comes online after the delivery has expired does not get the message. */
function ttlSeconds({ expiresMs }: Delivery, nowMs: number): number {
  return Math.min(MAX_TTL_SECONDS, Math.max(0, Math.floor((expiresMs - nowMs) / 1_000)));
}

function pushFailure(failure: EgressFailure): AttemptOutcome {
  const { code, message } = failure;
  const rule =
    code === 'blocked' ? ' A push service needs https and a name with an address on the public internet.' : '';
  return { result: 'failed', error: message + rule, ...logDetailOf(failure) };
}

/** RFC 8030 5, 7.2 and 7.3: 201 accepted, 404 and 410 subscription ended, 413 too large, 429 too many. */
function pushOutcome(
  { status, headers, body }: PostResponse,
  { endpoint }: Subscription,
  nowMs: number,
): AttemptOutcome {
  const response = { code: status, ...(body === '' || quotesEndpoint(body, endpoint) ? {} : { answer: body }) };
  if (status >= 200 && status < 300) return { result: 'delivered', ...response };
  const error = `The push service answered ${statusText(status)}`;
  if (status === 404 || status === 410) {
    return { result: 'gone', ...response, error: `${error}: the subscription has ended, nothing more is sent to it.` };
  }
  if (status === 413) return { result: 'refused', ...response, error: `${error}.` };
  return {
    result: 'failed',
    ...response,
    error: `${error}.`,
    retryAfterMs: retryAfterMs(headers['retry-after'], nowMs),
  };
}

/** The path of an endpoint is a secret: anyone who has it can send to the device. A body that quotes it is not logged. */
function quotesEndpoint(body: string, endpoint: string): boolean {
  const { pathname, search } = new URL(endpoint);
  const secret = pathname.slice(pathname.lastIndexOf('/', pathname.length - 2) + 1);
  return (secret.length > 4 && body.includes(secret)) || (search.length > 4 && body.includes(search));
}
