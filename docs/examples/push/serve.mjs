#!/usr/bin/env node
// Serves a page that subscribes this browser to a seller's notifications. Needs only Node 20 or later.
//
//   CLIENT_ID=... CLIENT_SECRET=... node docs/examples/push/serve.mjs [base address of the service]
//
// It stands for your own server. The page calls this server, and only the server has the client secret and the access token,
// which must never be in a browser. Add your own sign-in before anybody else can reach it.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const base = process.argv[2] ?? 'http://127.0.0.1:8080';
const { CLIENT_ID = 'demoseller', CLIENT_SECRET = 'demosellersecret', PORT = '8085' } = process.env;

const files = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  // The style sheets of the service's own pages. Put yours here.
  '/style.css': ['../../../src/pages/style.css', 'text/css; charset=utf-8'],
  '/page.css': ['../../../src/pages/page.css', 'text/css; charset=utf-8'],
  '/sw.js': ['sw.js', 'text/javascript; charset=utf-8'],
};

// A token is valid for 15 minutes. Get a new one a minute before it expires.
let token = { value: '', goodUntil: 0 };
async function accessToken() {
  if (Date.now() < token.goodUntil) return token.value;
  const answer = await fetch(`${base}/auth/v4/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
  const { access_token, expires_in } = await answer.json();
  token = { value: access_token, goodUntil: Date.now() + (expires_in - 60) * 1000 };
  return access_token;
}

async function call(method, path, body) {
  const answer = await fetch(`${base}/notifications/v4${path}`, {
    method,
    headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json', prefer: 'wait=10' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.status === 401) token.goodUntil = 0;
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return { body: await answer.json(), status: answer.headers.get('x-delivery-status') };
}

// The only API requests that the page may make.
const calls = {
  'GET /api/pushKey': async () => (await call('GET', '/pushKey')).body,
  'POST /api/subscription': async (subscription) => {
    const wish = { type: 'MOBILE_PUSH', channelName: 'My browser', mobilePushConfig: { subscription } };
    return { channelId: (await call('POST', '/destinations', wish)).body.channelId };
  },
  'POST /api/test': async ({ channelId }) => {
    const { status } = await call('POST', '/subscriptions/MOBILE_PUSH/testNotification', { destinationId: channelId });
    return { status };
  },
};

async function answerTo(request) {
  const { method, url, headers } = request;
  const json = (status, value) => [status, 'application/json', JSON.stringify(value)];
  const file = method === 'GET' && files[url];
  if (file) return [200, file[1], await readFile(new URL(file[0], import.meta.url))];
  const work = calls[`${method} ${url}`];
  if (!work) return json(404, { error: 'There is no such thing here.' });
  // Protects against cross-site requests: a page of another origin cannot send these without a CORS preflight, which fails.
  if (method === 'POST' && headers['content-type'] !== 'application/json') return json(415, { error: 'Send JSON.' });
  try {
    return json(200, await work(method === 'POST' ? JSON.parse(await text(request)) : undefined));
  } catch (error) {
    console.error(error.message);
    return json(502, { error: error.message });
  }
}

const server = createServer((request, response) => {
  answerTo(request).then(
    ([status, type, body]) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
    (error) => {
      console.error(error.message);
      response.writeHead(500).end();
    },
  );
});
// Browsers allow subscriptions only over https and on loopback addresses. This server listens on loopback only.
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Open http://127.0.0.1:${server.address().port}/`));
