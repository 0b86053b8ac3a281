import type { AttemptOutcome } from '../domain/notifications/delivery.ts';
import { headerNameProblem } from '../domain/notifications/webhook-header.ts';
import type { Channel, OutgoingMessage } from './channel.ts';
import type { Egress } from './egress.ts';
import { EgressFailure } from './egress-failure.ts';
import { retryAfterMs, statusText } from './http-status.ts';
import { type PostResponse, post } from './post.ts';
import { signatureHeaders } from './signature.ts';

export type WebhookParts = {
  egress: Egress;
  /** The wall clock: receivers hold the timestamp against theirs. */
  now: () => number;
  /** For a whole try, from the look-up of the name to the last byte of the answer. */
  timeoutMs: number;
  /** Who calls, such as `marketplace-seller-service/1.0`. */
  userAgent: string;
};

/** CloudEvents HTTP binding 3.2: structured mode, the whole event is the body. */
const CONTENT_TYPE = 'application/cloudevents+json; charset=utf-8';

/** WEBHOOKS: a signed POST to the address that the seller gave (decision 30). */
export function createWebhookChannel({ egress, now, timeoutMs, userAgent }: WebhookParts): Channel {
  return {
    async send(message: OutgoingMessage, signal?: AbortSignal): Promise<AttemptOutcome> {
      const { delivery, destination, secrets } = message;
      const { webhook } = destination.settings;
      if (webhook === undefined || secrets.length === 0) {
        return { result: 'refused', error: 'The destination has no address or no signing secret.' };
      }
      const { notificationId: id, body } = delivery;
      const headers = {
        ...ownHeaders(webhook.headers),
        ...signatureHeaders({ id, timestampSeconds: Math.floor(now() / 1000), body }, secrets),
        'content-type': CONTENT_TYPE,
        'user-agent': userAgent,
      };
      const answer = await post(egress, webhook.url, { headers, body, timeoutMs, signal });
      if (answer instanceof EgressFailure) return webhookFailure(answer);
      return webhookOutcome({ ...answer, body: withoutSecrets(answer.body, webhook.headers) }, now());
    },
  };
}

/** None of ours, and none that frames the message: judged when they are set, and again here, where it would do harm. */
function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => headerNameProblem(name) === undefined));
}

/** A receiver that says what it got would put the seller's own secrets into the log. */
function withoutSecrets(body: string, headers: Readonly<Record<string, string>>): string {
  const words = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  const secrets = words.filter((word) => word.length >= 6).sort((a, b) => b.length - a.length);
  return secrets.reduce((text, secret) => text.replaceAll(secret, '****'), body);
}

function webhookFailure({ code, message }: EgressFailure): AttemptOutcome {
  // The same words whatever it resolved to: they say the rule, not what is inside.
  const rule = code === 'blocked' ? ' A receiver needs https and an address on the public internet.' : '';
  return { result: 'failed', error: message + rule };
}

function webhookOutcome({ status, headers, body }: PostResponse, nowMs: number): AttemptOutcome {
  const said = { code: status, ...(body === '' ? {} : { answer: body }) };
  if (status >= 200 && status < 300) return { result: 'delivered', ...said };
  const error = `The receiver answered ${statusText(status)}`;
  if (status === 410) return { result: 'gone', ...said, error: `${error}: nothing more is sent to it.` };
  // Its target was never judged, and may be anybody's.
  if (status >= 300 && status < 400) {
    return { result: 'failed', ...said, error: `${error}: redirects are not followed. Give the final address.` };
  }
  return { result: 'failed', ...said, error: `${error}.`, retryAfterMs: retryAfterMs(headers['retry-after'], nowMs) };
}
