#!/usr/bin/env node
// Receives webhooks: verifies the signature, drops duplicates, handles the event, acknowledges. Take this one for Node;
// ../webhook_receiver.py shows how the signature is checked. Needs Node 20 or later and the package marketplace-seller-sdk.
//
//   WEBHOOK_SECRET=whsec_... node webhook-receiver.mjs
//
// WEBHOOK_SECRET is webhookConfig.signing.secret in the response that created the destination. While you replace a secret, give both, with
// a space between them. The default of PORT is 8090.

import { createServer } from 'node:http';
import { verifyWebhook } from 'marketplace-seller-sdk';

const secrets = (process.env.WEBHOOK_SECRET ?? '').split(' ');
const MAX_BYTES = 1024 * 1024;

// A notification may arrive more than once. In production store the ids for a week where all your processes can read them.
const done = new Set();

function storeId(id) {
  done.add(id);
  if (done.size > 10_000) done.delete(done.values().next().value);
}

// Your code. Put long work into your own queue: the response must arrive within 15 s.
async function handle(event) {
  switch (event.type) {
    case 'BUY_BOX_CHANGED':
      console.log(`${event.type} ${event.id}: ${event.data.Change}`);
      break;
    // Also kinds that come with a later version of the service.
    default:
      console.log(`${event.type} ${event.id} ignored`);
  }
}

// Verify the raw bytes: JSON that is parsed and serialized again has another signature.
async function rawBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const server = createServer(async (request, response) => {
  if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end();
  let event;
  try {
    // Also rejects a timestamp that is more than five minutes off, which prevents replays.
    event = await verifyWebhook(request.headers, await rawBody(request), secrets);
  } catch (error) {
    console.log(`Rejected: ${error.message}`);
    return response.writeHead(401).end();
  }
  try {
    if (!done.has(event.id)) await handle(event);
    storeId(event.id);
    // A 2xx status acknowledges the notification.
    response.writeHead(204).end();
  } catch (error) {
    console.error(error);
    // Any other status, also a redirect, makes the service retry later.
    response.writeHead(500).end();
  }
});

server.listen(Number(process.env.PORT ?? 8090), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
