// run: without coverage

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { verifyWebhook } from '../../../sdk/src/webhooks/verify-webhook.ts';
import { WebhookError } from '../../../sdk/src/webhooks/webhook-error.ts';
import { signatureHeaders } from '../../../src/delivery/signature.ts';
import { eventExamples } from '../../../src/wire/notifications/events/event-examples.ts';
import { startWorker } from './python-program.ts';

const secretOf = () => `whsec_${randomBytes(24).toString('base64')}`;
const SECRET = secretOf();
const NOW = 1_794_700_800;

describe('verify_webhook of the Python SDK', () => {
  let python: Awaited<ReturnType<typeof startWorker>>;
  let asked = 0;
  before(async () => {
    python = await startWorker('webhooks.py');
  });
  after(() => python.close());

  type Webhook = { headers: Record<string, string>; body: Buffer; secrets: string | string[] };
  const ask = ({ headers, body, secrets }: Webhook) => {
    asked += 1;
    return python.ask({ id: `${asked}`, ...{ headers, secrets, body: body.toString('base64'), now: NOW } });
  };
  const sign = (body: string, secrets: string[], timestampSeconds = NOW) =>
    signatureHeaders({ id: 'ntf_1', timestampSeconds, body }, secrets) as Record<string, string>;

  test('accepts what the service signs, with the old secret or the new one, and returns the event', async () => {
    for (const example of Object.values(eventExamples)) {
      const body = JSON.stringify(example);
      const { end, event } = await ask({
        ...{ headers: sign(body, [secretOf(), SECRET]), body: Buffer.from(body), secrets: [SECRET, secretOf()] },
      });
      assert.deepEqual([end, event], ['accepted', example]);
    }
  });

  test('refuses a changed byte, wherever it is', async () => {
    const body = Buffer.from(JSON.stringify(eventExamples.BUY_BOX_CHANGED));
    const headers = sign(body.toString(), [SECRET]);
    for (let at = 0; at < body.length; at += 41) {
      const changed = Buffer.from(body);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.equal((await ask({ headers, body: changed, secrets: SECRET })).end, 'WrongSignature', `${at}`);
    }
  });

  test('says the same as the TypeScript SDK of random requests', async () => {
    const anyWebhook = fc.record({
      text: fc.oneof(
        fc.json({ maxDepth: 1 }).map((json) => `{"type":"X","data":${json}}`),
        fc.constantFrom('', '[]', '{"type":5}', '{', '{"type":"ü"}'),
      ),
      seconds: fc.constantFrom(0, 0, 0, 300, 301, -300, -301),
      secrets: fc.constantFrom(SECRET, SECRET.slice('whsec_'.length), secretOf(), '', 'whsec_?', [], [SECRET, SECRET]),
      change: fc.constantFrom<(headers: Record<string, string>) => void>(
        () => undefined,
        (headers) => {
          headers['webhook-signature'] = `v1,AAAA v2,x ${headers['webhook-signature']}`;
        },
        (headers) => {
          headers['webhook-signature'] = `${headers['webhook-signature']}`.replace('v1', 'v1a');
        },
        (headers) => {
          headers['Webhook-Id'] = headers['webhook-id'] ?? '';
          delete headers['webhook-id'];
        },
        (headers) => delete headers['webhook-timestamp'],
        (headers) => {
          headers['webhook-timestamp'] = '1.5';
        },
      ),
    });
    await fc.assert(
      fc.asyncProperty(anyWebhook, async ({ text, seconds, secrets, change }) => {
        const headers = sign(text, [SECRET], NOW + seconds);
        change(headers);
        const { end, text: message = '' } = await ask({ headers, body: Buffer.from(text), secrets });
        const expected = await verifyWebhook(headers, text, secrets, { nowMs: NOW * 1_000 }).then(
          () => 'accepted',
          (error: unknown) => (error instanceof WebhookError ? error.code : String(error)),
        );
        assert.equal(end, expected);
        assert.ok(!String(message).includes(SECRET.slice(6)));
      }),
      { numRuns: 150 },
    );
  });
});
