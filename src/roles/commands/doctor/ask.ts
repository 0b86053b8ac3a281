import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

const LIMIT_MS = 3_000;
const MAX_CHARACTERS = 100_000;
const NO_ANSWER = 'no answer in time';

/**
 * GET. Undefined when nothing listens; throws the error of every other failure. `host` replaces the header: a demo answers
 * only requests for localhost.
 */
export async function ask(url: string, host = new URL(url).host, limitMs = LIMIT_MS) {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(limitMs);
  const asked = send(url, { headers: { connection: 'close', host }, signal, agent: false });
  // Also after the answer, to which nobody listens any more.
  asked.on('error', () => undefined);
  try {
    const [response] = (await once(asked.end(), 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of response.setEncoding('utf8')) {
      text += part;
      // The beginning is enough: the page of the demo receiver grows with what it has received.
      if (text.length > MAX_CHARACTERS) break;
    }
    return { date: response.headers.date, text };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return undefined;
    throw signal.aborted ? new Error(NO_ANSWER) : error;
  }
}

/** How long to wait for an answer, and for the answer of a second request after none came. */
export type Patience = { readonly firstMs: number; readonly againMs: number };

const PATIENCE: Patience = { firstMs: LIMIT_MS, againMs: 10_000 };

/**
 * As `ask`. A machine under load answers late, and this process may itself have been too busy to read an answer that had come: so silence
 * counts only when a second request with a longer limit meets it, too.
 */
export async function askPatiently(url: string, host?: string, { firstMs, againMs }: Patience = PATIENCE) {
  try {
    return await ask(url, host, firstMs);
  } catch (error) {
    if (!isSilence(error)) throw error;
    return ask(url, host, againMs);
  }
}

export const isSilence = (error: unknown): boolean => error instanceof Error && error.message === NO_ANSWER;

/** The address by which this machine reaches what listens on `host`. */
export function localUrl({ host, port }: { readonly host: string; readonly port: number }, path: string): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}${path}`;
}
