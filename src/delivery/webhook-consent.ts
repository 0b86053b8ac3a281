import { BoundedCache } from '../domain/bounded-cache.ts';
import type { Egress } from './egress.ts';
import { EgressFailure } from './egress-failure.ts';
import { exchange } from './exchange.ts';
import { hideBlockedDuration } from './hidden-duration.ts';

/** What the receiver of a webhook says about webhooks from this service. `unknown`: nothing, as receivers do that do not know the question. */
export type WebhookConsent = 'allowed' | 'denied' | 'unknown';

/** Who asks. `origin` is the host name that receivers know this service by. */
export type ConsentAsker = { readonly origin: string; readonly userAgent: string };

/** The seller waits for it. */
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 1_024;
/**
 * The limits of one process. Over them nobody is asked: creating destinations must not become a flood of questions, either. A host that has
 * denied one of them in this time has denied all: otherwise whoever asks often enough would get what it does not want.
 */
const MAX_CONCURRENT = 20;
const MAX_PER_HOST = 10;
const WINDOW_MS = 60_000;
const MAX_HOSTS = 10_000;

/** The questions to one host in one minute. */
type Window = { readonly sinceMs: number; count: number; hasDenied: boolean };

/**
 * Asks a receiver whether it wants webhooks of this service, as CloudEvents "HTTP 1.1 Web Hooks" 4 describes: OPTIONS with
 * `WebHook-Request-Origin`, answered with `WebHook-Allowed-Origin`. It sends nothing that the seller wrote but the address. Most receivers do
 * not know the question, so no answer is no denial; one that names others is.
 */
export function createConsentQuestion(
  egress: Egress,
  { origin, userAgent }: ConsentAsker,
  monotonic: () => number,
  timeoutMs = TIMEOUT_MS,
): (url: string) => Promise<WebhookConsent> {
  const headers = { 'webhook-request-origin': origin, 'user-agent': userAgent };
  const asked = new BoundedCache<Window>(MAX_HOSTS);
  let running = 0;

  const windowOf = (host: string): Window => {
    const last = asked.get(host);
    const isOver = last === undefined || monotonic() - last.sinceMs >= WINDOW_MS;
    return isOver ? asked.set(host, { sinceMs: monotonic(), count: 0, hasDenied: false }) : last;
  };

  return async (url) => {
    const target = new URL(url);
    const window = windowOf(target.hostname);
    window.count += 1;
    if (running >= MAX_CONCURRENT || window.count > MAX_PER_HOST) return window.hasDenied ? 'denied' : 'unknown';
    const path = target.pathname + target.search;
    // `reset`: the connection is closed after the answer. The API process sends nothing else there.
    const request = { origin: target.origin, path, method: 'OPTIONS', headers, reset: true } as const;
    running += 1;
    try {
      const dispatcher = await egress.dispatcher();
      const limits = { timeoutMs, maxBytes: MAX_BYTES, stopping: undefined };
      const answer = await hideBlockedDuration(exchange(dispatcher, request, limits), undefined);
      const consent = answer instanceof EgressFailure ? 'unknown' : consentIn(answer, origin);
      if (consent === 'denied') window.hasDenied = true;
      return consent;
    } finally {
      running -= 1;
    }
  };
}

type Answer = { status: number; headers: Readonly<Record<string, string | string[] | undefined>> };

function consentIn({ status, headers }: Answer, origin: string): WebhookConsent {
  const sent = headers['webhook-allowed-origin'];
  if (sent === undefined) return 'unknown';
  const allowed = [sent].flat().flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase()));
  if (!allowed.includes('*') && !allowed.includes(origin.toLowerCase())) return 'denied';
  return status >= 200 && status < 300 ? 'allowed' : 'unknown';
}
