import { pause, withDeadline } from '../../calls/call-deadline.ts';
import { VERSION } from '../../calls/version.ts';
import type { SellerEvent } from '../../generated/types.gen.ts';
import { usageProblem } from '../problem.ts';
import { signedHeaders } from './signing.ts';

const ATTEMPT_MS = 30_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** How long an attempt that is under way may still take when the program is told to end. */
const ATTEMPT_MS_WHEN_ENDING = 2_000;

export type Forwarded = { readonly status: number; readonly attempts: number };

export type Forward = {
  readonly url: string;
  readonly secret: string;
  /** Called with each attempt that failed: why, and what happens next. */
  readonly onFailure: (reason: string) => void;
  readonly signal: AbortSignal;
};

/** Posts an event as the service would, again and again until the receiver answers 2xx. Rejects only when the signal aborts. */
export async function forward(event: SellerEvent, options: Forward): Promise<Forwarded> {
  const { signal, onFailure } = options;
  const body = JSON.stringify(event);
  for (let attempts = 1; ; attempts += 1) {
    signal.throwIfAborted();
    const answer = await attempt(event.id, body, options);
    if (typeof answer === 'number' && answer >= 200 && answer < 300) return { status: answer, attempts };
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
    const reason = typeof answer === 'number' ? `it answered ${answer}` : answer;
    onFailure(`${reason}. ${signal.aborted ? 'listen ends.' : `Trying again in ${pauseMs / 1_000} s.`}`);
    await pause(pauseMs, signal);
  }
}

/** The status, or why there is none. */
async function attempt(id: string, body: string, { url, secret, signal }: Forward): Promise<number | string> {
  const ending = new AbortController();
  const end = () => setTimeout(() => ending.abort(new Error('it has not answered')), ATTEMPT_MS_WHEN_ENDING).unref();
  signal.addEventListener('abort', end, { once: true });
  const overdue = () => new Error(`no answer within ${ATTEMPT_MS / 1_000} s`);
  try {
    return await withDeadline(ending.signal, ATTEMPT_MS, overdue, async (stopped) => {
      const headers = {
        ...signedHeaders(secret, id, body),
        'content-type': 'application/cloudevents+json; charset=utf-8',
        'user-agent': `marketplace-seller/${VERSION}`,
      };
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: stopped });
      await answer.body?.cancel();
      return answer.status;
    });
  } catch (error) {
    const { message, cause } = error as Error;
    return (cause as { code?: string } | undefined)?.code ?? message;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** An address of this machine or its network, for programs that the service cannot reach. */
export function forwardAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href;
  throw usageProblem(`--forward must be an address such as http://localhost:3000/hook, not "${text}".`);
}
