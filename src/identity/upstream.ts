import { Agent, request } from 'undici';
import { Fault } from '../domain/fault.ts';

export const RETRY_AFTER_SECONDS = 5;
const MAX_ANSWER_BYTES = 1024 * 1024;

export type UpstreamRequest = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type UpstreamAnswer = {
  readonly status: number;
  /** One value of a header; several are joined as RFC 9110 5.3 says. */
  readonly header: (name: string) => string | undefined;
  readonly text: string;
};

/** Requests to the provider: each is sent once, with one deadline for everything from connecting to the last byte. */
export class Upstream {
  readonly #agent: Agent;
  readonly #timeoutMs: number;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    // undici's own timers tick about once a second and count in parts: the signal below is the only deadline.
    this.#agent = new Agent({ connect: { timeout: timeoutMs }, headersTimeout: 0, bodyTimeout: 0 });
  }

  /** Rejects with `Fault('ServiceUnavailable')` when there is no whole answer. `what` names the endpoint for the log. */
  async send(what: string, url: string, { method, headers, body }: UpstreamRequest): Promise<UpstreamAnswer> {
    try {
      const answer = await request(url, {
        dispatcher: this.#agent,
        method,
        headers: { accept: 'application/json', ...headers },
        body: body ?? null,
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      const text = await boundedText(answer.body);
      return { status: answer.statusCode, header: (name) => joined(answer.headers[name]), text };
    } catch (error) {
      throw unavailable(`${what}: ${reasonOf(error)}`);
    }
  }

  close(): Promise<void> {
    return this.#agent.close();
  }
}

class TooLarge extends Error {}

async function boundedText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop destroys the stream, so that the rest is never received.
    if (size > MAX_ANSWER_BYTES) throw new TooLarge(`the answer has more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);

/** For the log: a code or a kind, never a message that could quote a header, a body or an address with a password. */
function reasonOf(error: unknown): string {
  if (error instanceof TooLarge) return error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === 'TimeoutError') return 'no answer in time';
  return typeof code === 'string' ? code : String(name);
}

/** The provider cannot be asked: never a "no" about the caller, and never a pass (decision 10). */
export function unavailable(reason: string): Fault {
  return new Fault(
    'ServiceUnavailable',
    {
      message: 'The service cannot answer at the moment.',
      details: `The identity provider cannot be reached. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    },
    { hints: { retryAfterSeconds: RETRY_AFTER_SECONDS }, cause: new Error(`identity provider, ${reason}`) },
  );
}
