// run: without coverage

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import type { SellerEvent } from '../../sdk/src/generated/types.gen.ts';
import { verifyWebhook, type WebhookHeaders } from '../../sdk/src/webhooks/verify-webhook.ts';
import { WebhookError, type WebhookErrorCode } from '../../sdk/src/webhooks/webhook-error.ts';
import { signatureHeaders } from '../../src/delivery/signature.ts';
import { eventExamples } from '../../src/wire/notifications/events/event-examples.ts';

const secretOf = () => `whsec_${randomBytes(24).toString('base64')}`;
const SECRET = secretOf();
const body = JSON.stringify(eventExamples.BUY_BOX_CHANGED);
const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** The headers as the independent library writes them. */
const signedBy = (secret: string, text: string, seconds = nowSeconds()) => ({
  'webhook-id': 'ntf_1',
  'webhook-timestamp': String(seconds),
  'webhook-signature': new Webhook(secret).sign('ntf_1', new Date(seconds * 1_000), text),
});

const codeOf = async (...call: Parameters<typeof verifyWebhook>): Promise<WebhookErrorCode | 'accepted'> => {
  try {
    await verifyWebhook(...call);
    return 'accepted';
  } catch (error) {
    assert.ok(error instanceof WebhookError, String(error));
    for (const secret of [call[2] ?? []].flat().filter(Boolean))
      assert.ok(secret.length < 8 || !`${error.stack}`.includes(secret.replace('whsec_', '').slice(0, 8)));
    return error.code;
  }
};

test('accepts what the service and the library standardwebhooks sign, and returns the event', async () => {
  for (const example of Object.values(eventExamples)) {
    const text = JSON.stringify(example);
    const event: SellerEvent = await verifyWebhook(signedBy(SECRET, text), text, SECRET);
    assert.deepEqual(event, example);
    const headers = signatureHeaders({ id: 'ntf_1', timestampSeconds: nowSeconds(), body: text }, [secretOf(), SECRET]);
    assert.deepEqual(await verifyWebhook(headers, text, [SECRET]), example);
  }
});

test('says the same as standardwebhooks of random requests', async () => {
  const anyChange = fc.record({
    text: fc.json({ maxDepth: 2 }).map((json) => `{"type":"X","data":${json}}`),
    secret: fc.constantFrom(SECRET, SECRET.slice('whsec_'.length), secretOf()),
    seconds: fc.constantFrom(0, 0, 0, 299, 400, -299, -400),
    signature: fc.constantFrom(
      (one: string) => one,
      (one: string) => `v1,AAAA ${one}`,
      (one: string) => `v1a,x ${one}`,
      (one: string) => one.replace('v1', 'v2'),
    ),
  });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(anyChange, async ({ text, secret, seconds, signature }) => {
      const plain = signedBy(SECRET, text, nowSeconds() + seconds);
      const headers = { ...plain, 'webhook-signature': signature(plain['webhook-signature']) };
      let other = 'accepted';
      try {
        new Webhook(secret).verify(text, headers);
      } catch {
        other = 'refused';
      }
      const own = await codeOf(headers, text, secret);
      assert.equal(own === 'accepted' ? own : 'refused', other, own);
      if (own === 'accepted') accepted += 1;
    }),
    { numRuns: 150 },
  );
  assert.ok(accepted > 10, `${accepted}`);
});

test('refuses a request when any one byte of it is another', async () => {
  const text = JSON.stringify({ type: 'TEST_NOTIFICATION', data: { message: 'é' } });
  const headers = signedBy(SECRET, text);
  const bytes = Buffer.from(text);
  for (let n = 0; n < bytes.length; n += 1) {
    const changed = Buffer.from(bytes);
    changed[n] = (changed[n] ?? 0) ^ (1 + Math.floor(Math.random() * 255));
    assert.equal(await codeOf(headers, changed, SECRET), 'WrongSignature', `byte ${n}`);
  }
  for (const [name, value] of Object.entries(headers)) {
    for (let n = 0; n < value.length; n += 1) {
      for (const other of ['A', 'B', 'C', 'D', '0', '9', '=', ' ', ',']) {
        if (other === value[n]) continue;
        const changed = { ...headers, [name]: value.slice(0, n) + other + value.slice(n + 1) };
        assert.match(
          await codeOf(changed, text, SECRET),
          /^(WrongSignature|InvalidTimestamp)$/,
          `${name} ${n} ${other}`,
        );
      }
    }
  }
  assert.equal(await codeOf(headers, bytes.subarray(1), SECRET), 'WrongSignature');
  assert.equal(await codeOf(headers, `${text} `, SECRET), 'WrongSignature');
  assert.equal(await codeOf(headers, bytes, SECRET), 'accepted');
});

test('accepts any secret of a rotation, and any signature of the header', async () => {
  const [old, fresh, foreign] = [secretOf(), secretOf(), secretOf()];
  const both = signatureHeaders({ id: 'ntf_1', timestampSeconds: nowSeconds(), body }, [old, fresh]);
  for (const secrets of [old, fresh, [foreign, old], [foreign, fresh], [fresh.slice('whsec_'.length)]])
    assert.equal(await codeOf(both, body, secrets), 'accepted');
  assert.equal(await codeOf(both, body, foreign), 'WrongSignature');
  const many = Array.from({ length: 40 }, () => `v1,${randomBytes(32).toString('base64')}`).join(' ');
  const flooded = { ...both, 'webhook-signature': `${many} ${both['webhook-signature']}` };
  assert.equal(await codeOf(flooded, body, old), 'WrongSignature', 'no more signatures are tried than a service sends');
});

test('takes headers in every form', async () => {
  const plain = signedBy(SECRET, body);
  const upper = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name.toUpperCase(), value]));
  const lists = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, [value]]));
  const more: WebhookHeaders = { ...plain, host: 'x', 'set-cookie': ['a', 'b'], absent: undefined };
  for (const headers of [
    plain,
    upper,
    lists,
    more,
    new Headers(plain),
    new Request('http://x', { headers: plain }).headers,
  ])
    assert.equal(await codeOf(headers, body, SECRET), 'accepted');
  for (const name of Object.keys(plain))
    for (const value of ['', undefined, []])
      assert.equal(await codeOf({ ...plain, [name]: value }, body, SECRET), 'MissingHeader');
  assert.equal(await codeOf(new Headers(), body, SECRET), 'MissingHeader');
});

test('takes the body as text or bytes, and says why a parsed one is refused', async () => {
  const headers = signedBy(SECRET, body);
  const bytes = new TextEncoder().encode(body);
  const inside = new Uint8Array(bytes.length + 9);
  inside.set(bytes, 4);
  for (const one of [body, bytes, bytes.buffer, Buffer.from(body), inside.subarray(4, 4 + bytes.length)])
    assert.equal(await codeOf(headers, one, SECRET), 'accepted');
  for (const wrong of [JSON.parse(body), undefined, null, 1, [1]])
    await assert.rejects(verifyWebhook(headers, wrong, SECRET), {
      code: 'InvalidBody',
      message: /Pass the body as it arrived.*turn off the JSON parser/,
    });
});

test('refuses old and future times, with a tolerance that the caller may set', async () => {
  const nowMs = Date.parse('2026-11-15T00:00:00Z');
  const at = (seconds: number) => signedBy(SECRET, body, nowMs / 1_000 + seconds);
  for (const [seconds, code] of [
    [0, 'accepted'],
    [-300, 'accepted'],
    [300, 'accepted'],
    [-301, 'InvalidTimestamp'],
    [301, 'InvalidTimestamp'],
  ] as const)
    assert.equal(await codeOf(at(seconds), body, SECRET, { nowMs }), code, `${seconds}`);
  assert.equal(await codeOf(at(-20), body, SECRET, { nowMs, toleranceSeconds: 10 }), 'InvalidTimestamp');
  assert.equal(await codeOf(at(-900), body, SECRET, { nowMs, toleranceSeconds: 1_000 }), 'accepted');
  for (const timestamp of ['now', '1e9', '-5', '12.5', '0x10'])
    assert.equal(await codeOf({ ...at(0), 'webhook-timestamp': timestamp }, body, SECRET), 'InvalidTimestamp');
});

test('refuses secrets that sign nothing', async () => {
  const headers = signedBy(SECRET, body);
  for (const secrets of ['', 'whsec_', [], 'whsec_ü', 'not base64!', [SECRET, ''], undefined, [undefined]])
    assert.equal(await codeOf(headers, body, secrets as string), 'InvalidSecret', JSON.stringify(secrets));
});

test('refuses genuine content that is no event, without quoting it', async () => {
  for (const text of ['', 'hello', '"text"', 'null', '[]', '{}', '{"type":1}', '{"type":"X"'])
    await assert.rejects(verifyWebhook(signedBy(SECRET, text), text, SECRET), {
      name: 'WebhookError',
      code: 'InvalidEvent',
      message: 'The body is genuine, but no event in JSON.',
    });
});
