import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request for a token that passed. */
type TokenRequest = {
  grantType: string;
  refreshToken: string | null;
  authorization: string | undefined;
  status: number | undefined;
};

/** What happens to a request instead of being forwarded. `lost`: the provider executes it and nobody gets the answer. */
type Fault = 'lost' | 'reset' | 'busy' | 'unavailable' | undefined;

/** Stands between an application and the service: counts requests for tokens, shortens the life of tokens, and breaks things. */
export type TokenProxy = {
  readonly baseUrl: string;
  readonly requests: TokenRequest[];
  /** Seconds that tokens live according to `expires_in`. */
  expiresIn: number | undefined;
  fault: Fault;
  /** Answers wait for it. */
  gate: Promise<unknown> | undefined;
  /** How many connections the other side has ended before its answer. */
  abandoned: number;
  close(): Promise<void>;
};

export async function startTokenProxy(target: string): Promise<TokenProxy> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { authorization, 'content-type': type = 'text/plain' } = request.headers;
    const form = new URLSearchParams(body);
    const [grantType, refreshToken] = [form.get('grant_type') ?? '', form.get('refresh_token')];
    const seen: TokenRequest = { grantType, refreshToken, authorization, status: undefined };
    proxy.requests.push(seen);
    response.once('close', () => {
      if (!response.writableFinished) proxy.abandoned += 1;
    });
    const { fault } = proxy;
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'busy') return refuse(response, 429);
    if (fault === 'unavailable') return refuse(response, 503);
    const forwarded = await fetch(target + (request.url ?? ''), {
      method: 'POST',
      headers: { 'content-type': type, ...(authorization && { authorization }) },
      body,
    });
    seen.status = forwarded.status;
    const tokens = (await forwarded.json()) as { expires_in?: number };
    await proxy.gate;
    if (fault === 'lost') return void request.socket.destroy();
    if (proxy.expiresIn !== undefined && tokens.expires_in !== undefined) tokens.expires_in = proxy.expiresIn;
    response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(JSON.stringify(tokens));
  };
  // A process that is killed ends its request in the middle.
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: TokenProxy = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    expiresIn: undefined,
    fault: undefined,
    gate: undefined,
    abandoned: 0,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return proxy;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
  response.end('{"error":"temporarily_unavailable","error_description":"Later."}');
}
