import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIdentity, type IdentityOptions } from '../../src/identity/oidc.ts';

type Received = { path: string; method: string; headers: IncomingHttpHeaders; body: string };
export type Behaviour = (response: ServerResponse, request: Received, raw: IncomingMessage) => void;

/** A real HTTP server in place of the provider. The test decides how each path behaves, faults included. */
export type ScriptedProvider = {
  readonly origin: string;
  readonly received: Received[];
  /** The behaviour of each path, with its query or without. By default discovery works and every other path is a 404. */
  readonly paths: Map<string, Behaviour>;
  /** The requests to entry path. */
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

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const received: Received[] = [];
  const paths = new Map<string, Behaviour>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      const entry = { path, method: request.method ?? '', headers: request.headers, body };
      received.push(entry);
      (paths.get(path) ?? paths.get(path.replace(/\?.*$/s, '')) ?? text(404, ''))(response, entry, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  paths.set('/.well-known/openid-configuration', json(200, discoveryDocument(origin)));
  return {
    origin,
    received,
    paths,
    at: (path) => received.filter((entry) => entry.path === path),
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
    // On a busy machine an answer may take seconds. A test of a silent provider sets less.
    timeoutMs: 20_000,
    ...options,
  });

/** An origin at which nothing listens. */
export async function freeOrigin(): Promise<string> {
  const provider = await startScriptedProvider();
  await provider.close();
  return provider.origin;
}
