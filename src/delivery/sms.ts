import { Agent, request } from 'undici';
import type { AttemptOutcome } from '../domain/notifications/delivery.ts';
import { fit, isGsm7 } from '../domain/notifications/sms-text.ts';
import type { Channel, OutgoingMessage } from './channel.ts';
import { EgressFailure } from './egress-failure.ts';
import { retryAfterMs, statusText } from './http-status.ts';
import { messageText } from './message-text.ts';
import { withDeadline } from './with-deadline.ts';

export type SmsParts = {
  /** The operator's own: the whole address of `sendsms`, with user, password and perhaps the sender in its query. */
  gatewayUrl: string;
  /** For a whole try. */
  timeoutMs: number;
  now: () => number;
  /** Where the gateway reports what became of the message (`smsReportUrl`); undefined: nowhere. */
  reportUrl?: (message: OutgoingMessage) => string | undefined;
};

/** An operator pays by the part, and who reads it on a phone wants to know that there is something, not all of it. */
const MAX_PARTS = 3;
/** Every bit: delivered, not delivered, buffered, handed to the network, refused by it. */
const ALL_REPORTS = '31';
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_BYTES = 4 * 1024;
const MAX_ANSWER = 200;

type GatewayAnswer = { status: number; retryAfter: string | undefined; body: string };

/**
 * SMS through a gateway that takes messages as Kannel does (user guide, "sending SMS over HTTP"). The gateway is the
 * operator's, inside as a rule, so the guard against addresses that sellers choose is not for it.
 *
 * `delivered` means that the gateway has taken the message: what became of it is reported later, or never.
 */
export function createSmsChannel(parts: SmsParts): Channel & { close(): Promise<void> } {
  const { gatewayUrl, timeoutMs, now, reportUrl } = parts;
  const agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, pipelining: 1 });
  const secrets = secretsIn(gatewayUrl);
  return {
    async send(message: OutgoingMessage, signal?: AbortSignal): Promise<AttemptOutcome> {
      const { sms } = message.destination.settings;
      if (sms === undefined) return { result: 'refused', error: 'The destination has no phone number.' };
      const url = sendsmsUrl(
        gatewayUrl,
        sms.phoneNumber,
        fit(messageText(message).short, MAX_PARTS),
        reportUrl?.(message),
      );
      const answer = await withDeadline(timeoutMs, signal, (end) => ask(agent, url, end));
      return smsOutcome(answer, secrets, now());
    },
    close: () => agent.destroy(),
  };
}

function sendsmsUrl(gatewayUrl: string, to: string, text: string, reportUrl: string | undefined): URL {
  const url = new URL(gatewayUrl);
  const message = { to, text, charset: 'UTF-8', coding: isGsm7(text) ? '0' : '2' };
  const report = reportUrl === undefined ? {} : { 'dlr-mask': ALL_REPORTS, 'dlr-url': reportUrl };
  for (const [name, value] of Object.entries({ ...message, ...report })) url.searchParams.set(name, value);
  return url;
}

async function ask(agent: Agent, url: URL, signal: AbortSignal): Promise<GatewayAnswer> {
  // undici follows no redirect unless told to; this one would carry the password elsewhere.
  const { statusCode, headers, body } = await request(url, { dispatcher: agent, method: 'GET', signal });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop ends the connection: the rest is never received.
    if (text.length > MAX_BYTES) break;
  }
  return { status: statusCode, retryAfter: [headers['retry-after']].flat()[0], body: text };
}

/** Kannel's documented answers: 202 taken or queued, 4xx never as it is set up, 503 not now. Never the seller's fault. */
function smsOutcome(answer: GatewayAnswer | EgressFailure, secrets: readonly string[], nowMs: number): AttemptOutcome {
  if (answer instanceof EgressFailure)
    return { result: 'failed', isOurs: true, error: `The SMS gateway: ${answer.message}` };
  const { status: code, retryAfter, body } = answer;
  const said = shownOf(body, secrets);
  if (code === 200 || code === 202) {
    return { result: 'delivered', code, answer: said === '' ? 'Accepted' : `Accepted: ${said}` };
  }
  const whose = code < 500 ? ': the operator of the service has to look at its set-up.' : '.';
  return {
    result: 'failed',
    isOurs: true,
    code,
    error: `The SMS gateway answered ${statusText(code)}${whose}`,
    ...(said === '' ? {} : { answer: said }),
    retryAfterMs: retryAfterMs(retryAfter, nowMs),
  };
}

/** Sellers see the gateway's words in one line, and nothing at all when they name what only the operator should know. */
function shownOf(body: string, secrets: readonly string[]): string {
  const line = body.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const lower = line.toLowerCase();
  if (secrets.some((secret) => lower.includes(secret))) return '';
  return line.slice(0, MAX_ANSWER).toWellFormed();
}

function secretsIn(gatewayUrl: string): string[] {
  const { username, password, hostname, searchParams } = new URL(gatewayUrl);
  const named = ['username', 'user', 'password', 'pass'].map((name) => searchParams.get(name) ?? '');
  return [username, password, hostname, ...named].filter((text) => text !== '').map((text) => text.toLowerCase());
}
