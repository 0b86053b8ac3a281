#!/usr/bin/env node
// Receives webhooks: verifies the signature, drops repeats, works, acknowledges.
// Needs Node 20 or later and one package: npm install standardwebhooks
//
//   WEBHOOK_SECRET=whsec_... node docs/examples/webhook-receiver.mjs
//
// WEBHOOK_SECRET is webhookConfig.signing.secret of the answer that created the destination. PORT is 8090 when absent.

import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
const MOST_BYTES = 1024 * 1024;

// A notification may come more than once. In production keep the ids where all your processes see them, for a week.
const done = new Set();

function remember(id) {
  done.add(id);
  if (done.size > 10_000) done.delete(done.values().next().value);
}

// Your work. What takes long belongs into a queue of your own: the answer must be there within 15 s.
async function handle(event) {
  console.log(`${event.type} ${event.id} about ${event.subject ?? 'no item'}`);
}

// The bytes as they came: JSON that was parsed and written again has another signature.
async function rawBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const server = createServer(async (request, response) => {
  if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end();
  let event;
  try {
    // Also refuses a timestamp that is more than five minutes off: somebody may send an old request again.
    event = webhook.verify(await rawBody(request), request.headers);
  } catch (error) {
    console.log(`Refused: ${error.message}`);
    return response.writeHead(401).end();
  }
  try {
    if (!done.has(event.id)) await handle(event);
    remember(event.id);
    // 2xx acknowledges it.
    response.writeHead(204).end();
  } catch (error) {
    console.error(error);
    // Anything else, also a redirect, and it is sent again later.
    response.writeHead(500).end();
  }
});

server.listen(Number(process.env.PORT ?? 8090), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
