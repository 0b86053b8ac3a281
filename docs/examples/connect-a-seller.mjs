#!/usr/bin/env node
// Connects a seller to your application: registration, authorization code with PKCE, a call, a refresh.
// It shows each request of the protocol. For an application take sdk/connect-a-seller.mjs, which also stores the tokens.
// Needs only Node 20 or later. Run it, open the printed address in a browser, sign in and allow the access.
//
//   node docs/examples/connect-a-seller.mjs [base address of the service] [issuer of its identity provider]

import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const base = process.argv[2] ?? 'http://127.0.0.1:8080';
const issuer = process.argv[3] ?? 'http://127.0.0.1:8081';

async function call(path, options) {
  const answer = await fetch(base + path, options);
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
  return body;
}

const token = (fields) => call('/auth/v4/token', { method: 'POST', body: new URLSearchParams(fields) });

// 1. Listen for the redirect of the browser. A native application may use any port of the loopback address.
const server = createServer();
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const redirectUri = `http://127.0.0.1:${server.address().port}/callback`;

// 2. Register the application once (RFC 7591) and store the client_id. This is a public client: it has no secret.
const client = await call('/auth/v4/register', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    client_name: 'Connect-a-seller example',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
  }),
});
console.log(`Registered as ${client.client_id}`);

// 3. Send the seller's browser to the authorize endpoint, with a fresh PKCE challenge (RFC 7636) and state.
const verifier = randomBytes(32).toString('base64url');
const state = randomBytes(16).toString('base64url');
const authorize = new URL(`${base}/auth/v4/authorize`);
authorize.search = new URLSearchParams({
  response_type: 'code',
  client_id: client.client_id,
  redirect_uri: redirectUri,
  scope: 'offline_access',
  state,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}).toString();
console.log(`Open this address, sign in as the seller and allow:\n${authorize}`);

// 4. The browser returns with a code. Accept it only with our state and from the expected issuer (RFC 9207).
const [request, response] = await once(server, 'request');
const query = new URL(request.url, redirectUri).searchParams;
const isRejected = query.get('state') !== state || query.get('iss') !== issuer || query.get('error');
response.setHeader('connection', 'close');
response.end(isRejected ? 'This did not work. See the terminal.' : 'Connected. You can close this window.');
server.close();
if (isRejected)
  throw new Error(`Not connected: error=${query.get('error')} iss=${query.get('iss')} (expected ${issuer})`);

// 5. Exchange the code for tokens.
const tokens = await token({
  grant_type: 'authorization_code',
  client_id: client.client_id,
  code: query.get('code'),
  code_verifier: verifier,
  redirect_uri: redirectUri,
});
console.log(`Access token for ${tokens.expires_in} s, rights: ${tokens.scope}`);

// 6. Call the service for the seller.
const authorization = `Bearer ${tokens.access_token}`;
const participations = await call('/sellers/v4/marketplaceParticipations', { headers: { authorization } });
console.log(`The seller's marketplaces: ${participations.payload.map((one) => one.marketplace.id).join(', ')}`);

// 7. Later, without the seller: refresh. A refresh token is valid once. Store the new one from the response.
const refreshed = await token({
  grant_type: 'refresh_token',
  client_id: client.client_id,
  refresh_token: tokens.refresh_token,
});
console.log(`Refreshed: another access token for ${refreshed.expires_in} s`);
