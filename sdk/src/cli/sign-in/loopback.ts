import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Problem } from '../problem.ts';

/** A server on this machine to which the browser comes back (RFC 8252 7.3). It listens on the IPv4 loopback address alone. */
export class Loopback {
  readonly redirectUri: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  }

  /** Port 0: one that the system chooses. */
  static async listen(port: number): Promise<Loopback> {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      throw new Problem(
        `The port ${port} cannot be used: ${(error as { code?: string }).code}.`,
        'Without --port a free one is used.',
      );
    }
    return new Loopback(server);
  }

  /**
   * Waits for the browser, and answers it when `complete` has used the address. An address with another `state` is not the one that
   * was sent: it gets an error, and the waiting goes on.
   */
  async arrival(state: string, signal: AbortSignal, complete: (callbackUrl: string) => Promise<void>): Promise<void> {
    for await (const [request, response] of this.#requests(signal)) {
      const url = new URL(request.url?.startsWith('/') ? request.url : '/', 'http://127.0.0.1');
      if (url.pathname !== '/callback' || url.searchParams.get('state') !== state) {
        answer(response, 404, 'There is nothing here.');
        continue;
      }
      try {
        await complete(url.search);
        answer(response, 200, 'You are signed in. You can close this window and go back to the command line.');
      } catch (error) {
        answer(response, 400, 'You are not signed in. The command line says why. You can close this window.');
        throw error;
      }
      return;
    }
  }

  async *#requests(signal: AbortSignal): AsyncGenerator<[{ url?: string }, ServerResponse]> {
    for (;;) {
      yield (await once(this.#server, 'request', { signal })) as [{ url?: string }, ServerResponse];
    }
  }

  /** Ends at once: browsers keep connections open. */
  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    // The address has the code.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>marketplace-seller</title><p>${text}</p></html>`,
  );
}
