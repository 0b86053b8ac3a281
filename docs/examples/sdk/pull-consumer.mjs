#!/usr/bin/env node
// Pulls notifications: receives, handles and acknowledges them until Ctrl+C. Take this one for your program; ../pull-consumer.mjs shows
// each request. Needs Node 20 or later and the package marketplace-seller-sdk.
//
//   CLIENT_ID=... CLIENT_SECRET=... node pull-consumer.mjs [base address of the service] [channelId]
//
// Without a channelId it uses the first PULL destination, and creates one when there is none.

import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'marketplace-seller-sdk';

const { CLIENT_ID = 'demoseller', CLIENT_SECRET = 'demosellersecret' } = process.env;
const client = createClient({
  baseUrl: process.argv[2] ?? 'http://127.0.0.1:8080',
  credentials: { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
});

const stopping = new AbortController();
const { signal } = stopping;
// The first Ctrl+C finishes the current message. The second one ends the process at once.
process.once('SIGINT', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());

async function pullDestination() {
  const { channels } = await client.getDestinations();
  const found = channels.find(({ type }) => type === 'PULL');
  return (found ?? (await client.createDestination({ body: { type: 'PULL', channelName: 'Pull consumer' } })))
    .channelId;
}

// Your code. A notification may arrive twice: drop duplicates by the id of the event.
const seen = new Set();
async function handle(event) {
  if (seen.has(event.id)) return;
  console.log(`${event.type} ${event.id}`);
  seen.add(event.id);
  if (seen.size > 10_000) seen.delete(seen.values().next().value);
}

const channelId = process.argv[3] ?? (await pullDestination());
console.log(`Receiving from ${channelId}`);
while (!signal.aborted) {
  try {
    // Long polls, extends messages while they are handled, acknowledges each one when the loop asks for the next.
    for await (const { event } of client.messages(channelId, { signal })) await handle(event);
  } catch (error) {
    if (signal.aborted) break;
    // Your code has thrown, so the message was given back, or nothing can be received. Try again soon.
    console.error(error.message);
    await sleep(5_000, undefined, { signal }).catch(() => {});
  }
}
console.log('Stopped');
