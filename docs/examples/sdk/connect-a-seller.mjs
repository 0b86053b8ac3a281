#!/usr/bin/env node
// Connects a seller to your application, and acts for the seller from then on, also after a restart. Take this one for your application;
// ../connect-a-seller.mjs shows each request of the protocol. Needs Node 20 or later and the package marketplace-seller-sdk.
// Run it, open the printed address in a browser, sign in and allow the access. Run it again: it needs no browser any more.
//
//   node connect-a-seller.mjs [base address of the service] [issuer of its identity provider]

import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { authorizationUrl, createClient, exchangeCode } from 'marketplace-seller-sdk';
import { fileTokenStore } from 'marketplace-seller-sdk/file-token-store';

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:8080';
const issuer = process.argv[3] ?? 'http://127.0.0.1:8081';
const port = Number(process.env.PORT ?? 8090);
const redirectUri = `http://127.0.0.1:${port}/callback`;
// One file for each seller. It holds the refresh token: keep it like a password.
const tokenStore = fileTokenStore('connected-seller.json');

// Registers the application once (RFC 7591). This is a public client: it has no secret.
async function register() {
  const { client_id } = await createClient({ baseUrl }).registerClient({
    body: {
      client_name: 'Connect-a-seller example',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    },
  });
  await writeFile('client-id.txt', client_id);
  return client_id;
}

// Lets a seller authorize the application, in a browser.
async function connect(clientId) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { url, state, verifier } = await authorizationUrl({ baseUrl, clientId, redirectUri });
  console.log(`Open this address, sign in as the seller and allow:\n${url}`);
  const [request, response] = await once(server, 'request');
  response.setHeader('connection', 'close');
  try {
    // Checks state and issuer, exchanges the code, and stores the tokens.
    const callbackUrl = request.url;
    await exchangeCode({ baseUrl, issuer, clientId, redirectUri, state, verifier, callbackUrl, tokenStore });
    response.end('Connected. You can close this window.');
  } catch (error) {
    response.end('This did not work. See the terminal.');
    throw error;
  } finally {
    server.close();
  }
}

const clientId = await readFile('client-id.txt', 'utf8').catch(register);
if ((await tokenStore.load()) === undefined) await connect(clientId);

// The client renews the access token by itself, and stores each new refresh token before it uses what came with it.
const client = createClient({ baseUrl, credentials: { clientId, tokenStore } });
const { payload } = await client.getMarketplaceParticipations();
console.log(`The seller's marketplaces: ${payload.map(({ marketplace }) => marketplace.id).join(', ')}`);
