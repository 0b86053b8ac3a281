// run: without coverage

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createEgress, type Egress } from '../../src/delivery/egress.ts';
import { signatureHeaders } from '../../src/delivery/signature.ts';
import { createWebhookSender } from '../../src/delivery/webhook.ts';
import { ServiceProcess } from '../harness/process.ts';
import { pythonPath } from '../harness/python.ts';
import { event, newSecret, outgoingMessage } from './outgoing-message.ts';
import { demo, soon } from './receiver.ts';

// Runs the examples of the docs as a seller's developer would.

const docs = join(import.meta.dirname, '..', '..', 'docs');
const secret = newSecret();

/** Finds the SDK in its sources, without an installation. */
const sdkSource = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const source = ${JSON.stringify(pathToFileURL(join(docs, '..', 'sdk/src/index.ts')))};
  registerHooks({ resolve: (name, context, next) => next(name === 'marketplace-seller-sdk' ? source : name, context) });
`)}`;

const receivers: readonly [file: string, command: () => string | Promise<string>, ...args: string[]][] = [
  ['docs/examples/webhook-receiver.mjs', () => process.execPath],
  ['docs/examples/sdk/webhook-receiver.mjs', () => process.execPath, '--import', sdkSource],
  ['docs/examples/webhook_receiver.py', pythonPath],
];

for (const [file, command, ...args] of receivers) {
  describe(file, () => {
    let example: ServiceProcess;
    let url: string;
    let egress: Egress;
    before(async () => {
      egress = createEgress(demo);
      example = new ServiceProcess(await command(), [...args, file], { WEBHOOK_SECRET: secret });
      url = await example.printed(/Listening on (http:\S+)/);
    });
    after(async () => {
      await egress.close();
      await example.end();
    });

    /** Sends through the service's own sender, with these secrets, at this time. */
    async function send(secrets: string[], { id = event.id, now = Date.now } = {}) {
      const webhook = createWebhookSender(egress, 'the-service/1', { now, timeoutMs: 5_000 });
      const body = JSON.stringify({ ...event, id });
      const one = outgoingMessage(
        'WEBHOOKS',
        { webhook: { url, headers: {}, maxInFlight: 1, others: {} } },
        { secrets, body },
      );
      one.delivery.notificationId = id;
      const { result, code } = await webhook.send(one);
      return { result, code };
    }
    const times = (id: string) => example.stdout.split(`TEST_NOTIFICATION ${id} `).length - 1;

    it('accepts a message that is signed with its secret, and handles it once', async () => {
      for (let n = 0; n < 3; n++) assert.deepEqual(await send([secret]), { result: 'delivered', code: 204 });
      assert.deepEqual(await send([secret], { id: 'ntf_last' }), { result: 'delivered', code: 204 });
      assert.ok(await soon(() => times('ntf_last') === 1, 2_000), example.stderr);
      assert.equal(times(event.id), 1);
    });

    it('accepts a message that is signed with the previous secret', async () => {
      const rotated = [newSecret(), secret];
      assert.deepEqual(await send(rotated, { id: 'ntf_rotated' }), { result: 'delivered', code: 204 });
    });

    it('rejects a message that is signed with another secret, or is old', async () => {
      const rejected = { result: 'failed', code: 401 };
      assert.deepEqual(await send([newSecret()], { id: 'ntf_other' }), rejected);
      assert.deepEqual(await send([secret], { id: 'ntf_old', now: () => Date.now() - 600_000 }), rejected);
      const unsigned = await fetch(url, { method: 'POST', body: JSON.stringify({ ...event, id: 'ntf_bare' }) });
      assert.equal(unsigned.status, 401);
      assert.equal(times('ntf_other') + times('ntf_old') + times('ntf_bare'), 0);
    });

    it('rejects a message that was changed on its way, or has an unknown signature scheme', async () => {
      const body = JSON.stringify({ ...event, id: 'ntf_changed' });
      const signed = { id: 'ntf_changed', timestampSeconds: Math.floor(Date.now() / 1000), body };
      const headers = { ...signatureHeaders(signed, [secret]) };
      const post = async (changed: Partial<typeof headers>, text = body) =>
        (await fetch(url, { method: 'POST', body: text, headers: { ...headers, ...changed } })).status;
      assert.equal(await post({}, body.replace('A1DEMOSELLER', 'A2DEMORIVAL')), 401);
      assert.equal(await post({ 'webhook-id': 'ntf_2' }), 401);
      assert.equal(await post({ 'webhook-timestamp': String(signed.timestampSeconds - 1) }), 401);
      const value = headers['webhook-signature'].slice(3);
      for (const signature of ['', ' ', 'v1', 'v1,', value, `v2,${value}`, `v1,${value}x`, 'v1,é']) {
        assert.equal(await post({ 'webhook-signature': signature }), 401, signature);
      }
      assert.equal(times('ntf_changed'), 0);
      assert.equal(await post({ 'webhook-signature': `v9,other v1,${value}` }), 204);
    });
  });
}

describe('the docs', () => {
  it('show the retry delays of the settings, and name the examples that run here', async () => {
    const text = await readFile(join(docs, 'receiving-webhooks.md'), 'utf8');
    const settings = await readFile(join(docs, '..', 'settings.env'), 'utf8');
    const [, seconds = ''] = /^NOTIFY_RETRY_SECONDS=(.*)$/m.exec(settings) ?? [];
    const expected = seconds.split(',').map((one) => {
      const s = Number(one);
      return s % 3600 === 0 && s > 0 ? `${s / 3600} h` : s % 60 === 0 && s > 0 ? `${s / 60} min` : `${s} s`;
    });
    const row = /^\| after \| (.*) \|$/m.exec(text)?.[1]?.split(' | ');
    assert.deepEqual(row, expected);
    for (const file of ['webhook-receiver.mjs', 'sdk/webhook-receiver.mjs', 'webhook_receiver.py'])
      assert.ok(text.includes(`examples/${file}`));
  });
});
