import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIdentity, type IdentityOptions } from '../../src/identity/oidc.ts';

type Received = { path: string; method: string; headers: IncomingHttpHeaders; body: string };
export type Behaviour = (response: ServerResponse, request: Received, raw: IncomingMessage) => void;

/** A real HTTP server in the provider's place, which does what a test wants of it, faults included. */
export type StandIn = {
  readonly origin: string;
  readonly received: Received[];
  /** What each path does; by default discovery works and everything else is 404. */
  readonly paths: Map<string, Behaviour>;
  readonly at: (path: string) => Received[];
  readonly close: () => Promise<void>;
};

export const json =
  (status: number, value: unknown, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

export const text =
  (status: number, body: string, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

export async function startStandIn(): Promise<StandIn> {
  const received: Received[] = [];
  const paths = new Map<string, Behaviour>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      const one = { path, method: request.method ?? '', headers: request.headers, body };
      received.push(one);
      (paths.get(path) ?? text(404, ''))(response, one, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  paths.set('/.well-known/openid-configuration', json(200, discoveryDocument(origin)));
  return {
    origin,
    received,
    paths,
    at: (path) => received.filter((one) => one.path === path),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const discoveryDocument = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  introspection_endpoint: `${origin}/introspect`,
  registration_endpoint: `${origin}/register`,
});

export const identityAt = (origin: string, options: Partial<IdentityOptions> = {}) =>
  createIdentity({
    issuer: origin,
    introspection: { clientId: 'service', clientSecret: 'own-secret-0815', method: 'basic' },
    timeoutMs: 1_000,
    ...options,
  });

/** An address at which nobody listens. */
export async function freeOrigin(): Promise<string> {
  const standIn = await startStandIn();
  await standIn.close();
  return standIn.origin;
}
