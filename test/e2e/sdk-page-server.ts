import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening, type Receiver } from '../delivery/receiver.ts';
import type { SdkReader } from './sdk-reader.ts';

/** What the README tells those to do who use the SDK in browsers: a server with the page, a token for it, and the calls passed on. */
export function startPageServer(reader: SdkReader, service: string): Promise<Receiver> {
  return listening(createServer((request, response) => void answer(request, response, reader, service)));
}

/** As strict as a page that uses the SDK can be: no inline script, no eval. `http:` shows that the service itself refuses other origins. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; connect-src http:; worker-src 'self' blob:";

async function answer(request: IncomingMessage, response: ServerResponse, reader: SdkReader, service: string) {
  const { pathname, search } = new URL(request.url ?? '/', service);
  if (pathname === '/') {
    response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
    return response.setHeader('content-type', 'text/html').end('<!doctype html><title>Page</title>');
  }
  if (pathname.startsWith('/sdk/'))
    return response
      .setHeader('content-type', 'text/javascript')
      .end(reader.installed(pathname.replace('/sdk/', 'dist/')));
  // The first token of the page has expired.
  if (pathname === '/session/access-token')
    return response.end(search === '?old' ? 'old-token' : await newToken(service));
  const { authorization = '' } = request.headers;
  const body = request.method === 'POST' ? { body: await buffer(request) } : {};
  const method = request.method ?? 'GET';
  const passed = await fetch(`${service}${request.url}`, { method, headers: { authorization }, ...body });
  return response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text());
}

/** An access token of the demo seller. */
export async function newToken(service: string): Promise<string> {
  const headers = { authorization: `Basic ${btoa('demoseller:demosellersecret')}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const answered = await fetch(`${service}/auth/v4/token`, { method: 'POST', headers, body });
  return ((await answered.json()) as { access_token: string }).access_token;
}
