#!/usr/bin/env node
// Pulls notifications: receives, handles and acknowledges them until Ctrl+C. Needs only Node 20 or later.
// It shows each request. sdk/pull-consumer.mjs does the same in a few lines.
//
//   CLIENT_ID=... CLIENT_SECRET=... node docs/examples/pull-consumer.mjs [base address of the service] [channelId]
//
// Without a channelId it uses the first PULL destination, and creates one when there is none.

import { setTimeout as sleep } from 'node:timers/promises';

const base = process.argv[2] ?? 'http://127.0.0.1:8080';
const { CLIENT_ID = 'demoseller', CLIENT_SECRET = 'demosellersecret' } = process.env;
const VISIBILITY_SECONDS = 60;

const stopping = new AbortController();
// The first Ctrl+C finishes the current batch. The second one ends the process at once.
process.once('SIGINT', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());

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

async function call(method, path, body, signal) {
  const answer = await fetch(`${base}/notifications/v4/destinations${path}`, {
    method,
    headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (answer.status === 401) token.goodUntil = 0;
  if (answer.ok) return answer.json();
  const seconds = Number(answer.headers.get('retry-after'));
  throw Object.assign(new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`), { seconds });
}

async function pullDestination() {
  const { channels } = await call('GET', '');
  const found = channels.find((one) => one.type === 'PULL');
  return (found ?? (await call('POST', '', { type: 'PULL', channelName: 'Pull consumer' }))).channelId;
}

// Your code. A notification may arrive twice: drop duplicates by the id of the event.
const seen = new Set();
async function handle(event) {
  if (seen.has(event.id)) return;
  console.log(`${event.type} ${event.id} about ${event.subject ?? 'no item'}`);
  seen.add(event.id);
  if (seen.size > 10_000) seen.delete(seen.values().next().value);
}

// Extends the visibility timeout while the batch is handled, so that no other consumer gets it. When this process dies, the
// messages become visible again.
async function handleAll(channelId, messages) {
  const atHand = new Set(messages.map((one) => one.receiptHandle));
  const send = (operation, receiptHandles, others) =>
    call('POST', `/${channelId}/${operation}`, { receiptHandles, ...others });
  const extend = () => send('extend', [...atHand], { visibilityTimeoutSeconds: VISIBILITY_SECONDS });
  const timer = setInterval(() => extend().catch((error) => console.error(error.message)), VISIBILITY_SECONDS * 500);
  const done = [];
  try {
    for (const { receiptHandle, event } of messages) {
      if (stopping.signal.aborted) break;
      try {
        await handle(event);
        done.push(receiptHandle);
      } catch (error) {
        console.error(`${event.id}: ${error.message}`);
      }
    }
  } finally {
    clearInterval(timer);
  }
  if (done.length > 0) {
    const { results } = await send('acknowledge', done);
    for (const { receiptHandle, status } of results) {
      // The visibility timeout has passed, and another consumer may have it. This is why duplicates must do no harm.
      if (status === 'STALE') console.error(`${receiptHandle} comes again`);
    }
  }
  for (const receiptHandle of done) atHand.delete(receiptHandle);
  if (atHand.size > 0) await send('giveBack', [...atHand]);
}

const channelId = process.argv[3] ?? (await pullDestination());
console.log(`Receiving from ${channelId}`);
const wish = { maxMessages: 10, waitSeconds: 20, visibilityTimeoutSeconds: VISIBILITY_SECONDS };
while (!stopping.signal.aborted) {
  try {
    // A long poll: returns as soon as there is a message, or empty after 20 s. No pause is needed.
    const { messages } = await call('POST', `/${channelId}/receive`, wish, stopping.signal);
    if (messages.length > 0) await handleAll(channelId, messages);
  } catch (error) {
    if (stopping.signal.aborted) break;
    console.error(error.message);
    await sleep((error.seconds || 5) * 1000, undefined, { signal: stopping.signal }).catch(() => {});
  }
}
console.log('Stopped');
