import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the proxy knows of an answer: the caller from the token that it saw, the operation from the path, the status, the missing right. */
export type CountedExchange = { readonly name: string; readonly atMs: number };

/**
 * An HTTP proxy that counts by itself: it knows nothing of the service but the paths and tokens of the load. `nameOf` tells what it
 * counts a request as.
 */
export class CountingProxy {
  readonly answered: CountedExchange[] = [];
  /** Requests that the service did not answer. */
  unanswered = 0;
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(targetOf: () => string, nameOf: (path: string, token: string) => string) {
    this.#server = createServer((incoming, outgoing) => {
      const { url = '', method, headers } = incoming;
      const forwarded = request(`${targetOf()}${url}`, { method, headers, agent: this.#agent }, (answer) => {
        answer.on('error', () => outgoing.destroy());
        answer.on('end', () => {
          const right = /error="insufficient_scope", scope="([^"]+)"/.exec(answer.headers['www-authenticate'] ?? '');
          const token = headers.authorization?.replace('Bearer ', '') ?? '';
          const name = [nameOf(url, token), answer.statusCode, ...(right ? [right[1]] : [])].join(' ');
          this.answered.push({ name, atMs: Date.now() });
        });
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => {
        this.unanswered += 1;
        outgoing.destroy();
      });
      incoming.pipe(forwarded);
    });
  }

  static async to(targetOf: () => string, nameOf: (path: string, token: string) => string): Promise<CountingProxy> {
    const proxy = new CountingProxy(targetOf, nameOf);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many were answered, by name. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { name } of this.answered) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
