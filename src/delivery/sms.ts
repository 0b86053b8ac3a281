import { Agent, buildConnector, request } from 'undici';
import type { AttemptOutcome } from '../domain/notifications/delivery.ts';
import { fit, isGsm7 } from '../domain/notifications/texts/sms-text.ts';
import { limitAnswers } from '../network/answer-limit.ts';
import { EgressFailure, MAX_RESPONSE_BYTES, responseTooLarge } from './egress-failure.ts';
import { retryAfterMs, statusText } from './http-status.ts';
import type { AttemptTime, MessageSender, OutgoingMessage } from './message-sender.ts';
import { messageText } from './message-text.ts';
import { withDeadline } from './with-deadline.ts';

/** The operator pays for each part, and on a phone it is enough to learn that something has happened. */
const MAX_PARTS = 3;
/** All bits of `dlr-mask`: delivered, not delivered, buffered, accepted by the SMSC, rejected by the SMSC. */
const ALL_REPORTS = '31';
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_CHARACTERS = 4 * 1024;
const MAX_ANSWER_CHARACTERS = 200;

type GatewayResponse = { status: number; retryAfter: string | undefined; body: string };

/**
 * SMS: through a gateway with Kannel's HTTP interface (Kannel user guide, "sending SMS over HTTP"). The egress guard is
 * not used: the operator chooses the gateway, and it is usually in the internal network.
 *
 * `delivered` means that the gateway has accepted the message. A delivery report may follow later, at `reportUrl` (`smsReportUrl`).
 *
 * `gatewayUrl` is the gateway's `sendsms`, with user name, password and optionally the sender in its query.
 */
export function createSmsSender(
  gatewayUrl: string,
  { now, timeoutMs }: AttemptTime,
  reportUrl: (message: OutgoingMessage) => string | undefined = () => undefined,
): MessageSender & { close(): Promise<void> } {
  const connect = buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT_MS });
  const agent = new Agent({
    connect: limitAnswers(connect, MAX_RESPONSE_BYTES, responseTooLarge),
    allowH2: false,
    pipelining: 1,
  });
  const secrets = secretsIn(gatewayUrl);
  return {
    async send(message: OutgoingMessage, signal?: AbortSignal): Promise<AttemptOutcome> {
      const { sms } = message.destination.settings;
      if (sms === undefined) return { result: 'refused', error: 'The destination has no phone number.' };
      const url = sendsmsUrl(
        gatewayUrl,
        sms.phoneNumber,
        fit(messageText(message).short, MAX_PARTS),
        reportUrl(message),
      );
      const answer = await withDeadline(timeoutMs, signal, (deadline) => callGateway(agent, url, deadline));
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

async function callGateway(agent: Agent, url: URL, signal: AbortSignal): Promise<GatewayResponse> {
  // undici does not follow redirects by default. Following one would send the password elsewhere.
  const { statusCode, headers, body } = await request(url, { dispatcher: agent, method: 'GET', signal });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop closes the connection: the rest is never received.
    if (text.length > MAX_RESPONSE_CHARACTERS) break;
  }
  return { status: statusCode, retryAfter: [headers['retry-after']].flat()[0], body: text };
}

/** Kannel's documented statuses: 202 accepted or queued, 4xx wrong configuration, 503 temporary. Never the seller's fault. */
function smsOutcome(
  answer: GatewayResponse | EgressFailure,
  secrets: readonly string[],
  nowMs: number,
): AttemptOutcome {
  if (answer instanceof EgressFailure)
    return { result: 'failed', isOperatorFault: true, error: `The SMS gateway: ${answer.message}` };
  const { status: code, retryAfter, body } = answer;
  const shown = publicText(body, secrets);
  if (code === 200 || code === 202) {
    return { result: 'delivered', code, answer: shown === '' ? 'Accepted' : `Accepted: ${shown}` };
  }
  const remedy = code < 500 ? ': the operator of the service has to check its configuration.' : '.';
  return {
    result: 'failed',
    isOperatorFault: true,
    code,
    error: `The SMS gateway answered ${statusText(code)}${remedy}`,
    ...(shown === '' ? {} : { answer: shown }),
    retryAfterMs: retryAfterMs(retryAfter, nowMs),
  };
}

/** The gateway's text in one line, as sellers may see it; empty when it quotes the operator's credentials or host. */
function publicText(body: string, secrets: readonly string[]): string {
  const line = body.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const lower = line.toLowerCase();
  if (secrets.some((secret) => lower.includes(secret))) return '';
  return line.slice(0, MAX_ANSWER_CHARACTERS).toWellFormed();
}

function secretsIn(gatewayUrl: string): string[] {
  const { username, password, hostname, searchParams } = new URL(gatewayUrl);
  const named = ['username', 'user', 'password', 'pass'].map((name) => searchParams.get(name) ?? '');
  return [username, password, hostname, ...named].filter((text) => text !== '').map((text) => text.toLowerCase());
}
