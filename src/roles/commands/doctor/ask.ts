import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

export type Answer = {
  /** The text of the `Date` header. */
  readonly date: string | undefined;
  readonly text: string;
  readonly tookMs: number;
};

const LIMIT_MS = 3_000;
const MAX_CHARACTERS = 100_000;

/**
 * GET. Undefined when nothing listens; throws the error of every other failure. `host` replaces the header: a demo answers
 * only requests for localhost.
 */
export async function ask(url: string, host?: string, limitMs = LIMIT_MS): Promise<Answer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>();
  const startedAt = performance.now();
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const headers = { connection: 'close', ...(host === undefined ? {} : { host }) };
  const asked = send(url, { headers, signal: AbortSignal.timeout(limitMs), agent: false }, (response) => {
    let text = '';
    const answer = () => {
      resolve({ date: response.headers.date, text, tookMs: performance.now() - startedAt });
    };
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.length <= MAX_CHARACTERS) return;
      // The beginning is enough: the page of the demo receiver grows with what it has received.
      answer();
      response.destroy();
    });
    response.on('error', reject);
    response.on('end', answer);
  });
  asked.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') resolve(undefined);
    else reject(error.name === 'AbortError' || error.name === 'TimeoutError' ? new Error('no answer in time') : error);
  });
  asked.end();
  return promise;
}

/** The JSON object of an answer, or undefined. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
