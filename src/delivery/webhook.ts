import { headerNameProblem } from '../domain/notifications/addresses/webhook-header.ts';
import type { AttemptOutcome } from '../domain/notifications/delivery.ts';
import type { TraceContext } from '../domain/trace-context.ts';
import type { Egress } from './egress.ts';
import { EgressFailure, logDetailOf } from './egress-failure.ts';
import { hideBlockedDuration } from './hidden-duration.ts';
import { retryAfterMs, statusText } from './http-status.ts';
import type { AttemptTime, MessageSender, OutgoingMessage } from './message-sender.ts';
import { type PostResponse, post } from './post.ts';
import { signatureHeaders } from './signature.ts';

/** CloudEvents HTTP binding 3.2, structured mode: the body is the whole event. */
const CONTENT_TYPE = 'application/cloudevents+json; charset=utf-8';

/** WEBHOOKS: a signed POST to the seller's URL (decision 30). `now` is the wall clock: receivers compare the timestamp with theirs. */
export function createWebhookSender(egress: Egress, userAgent: string, { now, timeoutMs }: AttemptTime): MessageSender {
  return {
    async send(message: OutgoingMessage, signal?: AbortSignal): Promise<AttemptOutcome> {
      const { delivery, destination, secrets, trace = delivery.trace } = message;
      const { webhook } = destination.settings;
      if (webhook === undefined || secrets.length === 0) {
        return { result: 'refused', error: 'The destination has no address or no signing secret.' };
      }
      const { notificationId: id, body } = delivery;
      const headers = {
        ...sellerHeaders(webhook.headers),
        ...signatureHeaders({ id, timestampSeconds: Math.floor(now() / 1000), body }, secrets),
        'content-type': CONTENT_TYPE,
        'user-agent': userAgent,
        ...traceHeaders(trace),
      };
      const sent = post(egress, webhook.url, { headers, body, timeoutMs, signal });
      const answer = await hideBlockedDuration(sent, signal);
      if (answer instanceof EgressFailure) return webhookFailure(answer);
      return webhookOutcome({ ...answer, body: withoutSecrets(answer.body, webhook.headers) }, now());
    },
  };
}

/** W3C Trace Context: the receiver's own spans join the trace of what caused the event. */
function traceHeaders(trace: TraceContext | undefined): Record<string, string> {
  if (trace === undefined) return {};
  const { traceparent, tracestate } = trace;
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate };
}

/** The seller's headers without reserved names. They are checked when they are set, and again here, where one would do harm. */
function sellerHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => headerNameProblem(name) === undefined));
}

/** Masks the seller's header values: a receiver that echoes the request would put them into the delivery log. */
function withoutSecrets(body: string, headers: Readonly<Record<string, string>>): string {
  const parts = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  const secrets = parts.filter((part) => part.length >= 6).sort((a, b) => b.length - a.length);
  return secrets.reduce((text, secret) => text.replaceAll(secret, '****'), body);
}

function webhookFailure(failure: EgressFailure): AttemptOutcome {
  const { code, message } = failure;
  // The text states the rule only: it must not reveal what the name resolves to internally, or whether it does.
  const rule = code === 'blocked' ? ' A receiver needs https and a name with an address on the public internet.' : '';
  return { result: 'failed', error: message + rule, ...logDetailOf(failure) };
}

function webhookOutcome({ status, headers, body }: PostResponse, nowMs: number): AttemptOutcome {
  const response = { code: status, ...(body === '' ? {} : { answer: body }) };
  if (status >= 200 && status < 300) return { result: 'delivered', ...response };
  const error = `The receiver answered ${statusText(status)}`;
  if (status === 410) return { result: 'gone', ...response, error: `${error}: nothing more is sent to it.` };
  // The target of a redirect was not checked.
  if (status >= 300 && status < 400) {
    return { result: 'failed', ...response, error: `${error}: redirects are not followed. Give the final address.` };
  }
  return {
    result: 'failed',
    ...response,
    error: `${error}.`,
    retryAfterMs: retryAfterMs(headers['retry-after'], nowMs),
  };
}
