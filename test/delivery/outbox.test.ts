// run: without coverage

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import PostalMime from 'postal-mime';
import type { OutgoingMessage } from '../../src/delivery/message-sender.ts';
import { createOutbox } from '../../src/delivery/outbox.ts';
import { badAddresses } from './bad-addresses.ts';
import { event, NOW_MS, outgoingMessage, STOP_URL } from './outgoing-message.ts';

let dataDir: string;
let folder: string;
describe('the outbox', () => {
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'outbox-'));
    folder = join(dataDir, 'outbox');
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const outbox = (now = () => NOW_MS) => createOutbox(dataDir, { from: 'notifications@store.example' }, now);
  const email = (address = 'owner@shop.example') => outgoingMessage('EMAIL', { email: { address } });
  const NAME = '20261115T093000123Z-dl_0000000000000000000000000000000a-1';

  /** The content of the file that is written for a message. */
  async function written(one: OutgoingMessage): Promise<string> {
    const { result, answer = '' } = await outbox().send(one);
    // A file has reached nobody.
    assert.equal(result, 'stored');
    return readFile(join(dataDir, answer.replace('Written to ', '')), 'utf8');
  }

  describe('the outbox', () => {
    it('writes an e-mail as a file that mail clients open', async () => {
      const message = await written(email());
      assert.doesNotMatch(message, /\r(?!\n)|(?<!\r)\n/, 'lines end with CR LF');
      for (const line of message.split('\r\n')) assert.ok(line.length <= 998, 'lines are short enough');
      const { headers, text = '', html = '' } = await PostalMime.parse(message);
      const { 'content-type': type = '', ...others } = Object.fromEntries(
        headers.map(({ key, value }) => [key, value]),
      );
      assert.match(type, /^multipart\/alternative; boundary=/);
      assert.deepEqual(others, {
        date: 'Sun, 15 Nov 2026 09:30:00 +0000',
        from: 'notifications@store.example',
        to: 'owner@shop.example',
        subject: 'Test notification',
        'message-id': '<dl_0000000000000000000000000000000a@store.example>',
        'mime-version': '1.0',
        'auto-submitted': 'auto-generated',
        'list-unsubscribe': `<${STOP_URL}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      });
      assert.match(text, /^Test notification\n\nThis is a test notification\./);
      assert.match(html, /<h1 [^>]*>Test notification<\/h1>/);
    });

    it('writes an SMS as text', async () => {
      const text = await written(outgoingMessage('SMS', { sms: { phoneNumber: '+15550100\r\nTo: +1' } }));
      assert.match(text, /^To: \+15550100\+1\n\nTest notification\. Nothing has changed; [^\n]+\n\n{/);
      assert.deepEqual(JSON.parse(text.slice(text.indexOf('{'))), event);
    });

    it('writes a push message as JSON, without the secret part of its endpoint', async () => {
      const push = { endpoint: 'https://push.example/send/secret', keys: { p256dh: 'secret', auth: 'secret' } };
      const text = await written(outgoingMessage('MOBILE_PUSH', { push }));
      const { pushService, title, event: carried } = JSON.parse(text);
      assert.deepEqual(
        { pushService, title, carried },
        { pushService: 'https://push.example', title: 'Test notification', carried: event },
      );
      assert.doesNotMatch(text, /secret/);
    });

    it('leaves out text of the seller while the owner of the address has not agreed', async () => {
      const status = 'PENDING_VERIFICATION';
      const unconfirmed = [
        outgoingMessage('EMAIL', { email: { address: 'stranger@other.example' } }, { status }),
        outgoingMessage('SMS', { sms: { phoneNumber: '+15550100' } }, { status }),
      ];
      for (const one of unconfirmed) {
        const text = await written(one);
        assert.match(text, /[Tt]est notification/);
        assert.doesNotMatch(text, /grüße|testScenario/);
      }
    });

    it('writes the request for confirmation in place of the event', async () => {
      const names = { seller: 'Demo Seller', marketplace: 'Store US' };
      const confirmation = { url: 'https://api.store.example/confirm/abc', code: '482913', expiresMs: NOW_MS, names };
      const status = 'PENDING_VERIFICATION';
      const cases = [
        [
          outgoingMessage('EMAIL', { email: { address: 'stranger@other.example' } }, { status }),
          /example\/confirm\/abc/,
        ],
        [outgoingMessage('SMS', { sms: { phoneNumber: '+15550100' } }, { status }), /482 913 is your code/],
      ] as const;
      for (const [one, link] of cases) {
        const text = await written({ ...one, confirmation });
        assert.match(text, link);
        assert.doesNotMatch(text, /test notification|A1DEMOSELLER|STORE_US/i);
      }
    });

    it('reports the file name, which sorts by time and differs for each attempt', async () => {
      const names: string[] = [];
      let nowMs = NOW_MS;
      for (const attempts of [1, 2, 3]) {
        const one = outgoingMessage('SMS', { sms: { phoneNumber: '+15550100' } }, { attempts });
        const { answer = '' } = await outbox(() => nowMs).send(one);
        names.push(answer);
        nowMs += 5_000;
      }
      assert.equal(names[0], `Written to outbox/${NAME}.txt`);
      assert.deepEqual(names.toSorted(), names);
      assert.equal((await readdir(folder)).length, 3, 'and nothing else is left there');
    });

    it('lets only the user of the service read its files', async () => {
      await outbox().send(email());
      assert.equal((await stat(folder)).mode & 0o777, 0o700);
      assert.equal((await stat(join(folder, `${NAME}.eml`))).mode & 0o777, 0o600);
    });

    it('stays in its folder whatever the delivery id is', async () => {
      const one = email();
      one.delivery.deliveryId = '../../x\n';
      const { answer } = await outbox().send(one);
      assert.equal(answer, 'Written to outbox/20261115T093000123Z-______x_-1.eml');
    });
  });

  describe('an address', () => {
    for (const address of badAddresses) {
      it(`is rejected: ${JSON.stringify(address).slice(0, 50)}`, async () => {
        const { result } = await outbox().send(email(address));
        assert.equal(result, 'refused');
        await assert.rejects(readdir(folder), { code: 'ENOENT' });
      });
    }

    for (const address of ["o'hara+shop@b.example", 'a@xn--bcher-kva.example', 'a.b_c-d@x-1.example']) {
      it(`is accepted: ${address}`, async () => {
        const { to, cc, bcc } = await PostalMime.parse(await written(email(address)));
        assert.deepEqual([to, cc, bcc], [[{ address, name: '' }], undefined, undefined]);
      });
    }

    it('that is missing is rejected, and so is a type without messages', async () => {
      for (const type of ['EMAIL', 'SMS', 'MOBILE_PUSH', 'WEBHOOKS', 'PULL'] as const) {
        assert.equal((await outbox().send(outgoingMessage(type, {}))).result, 'refused', type);
      }
    });
  });

  describe('a failure to write', () => {
    it('on a full disk is an outcome, and leaves no file', async () => {
      await outbox(() => NOW_MS - 1).send(email());
      // Every write to /dev/full fails with ENOSPC.
      await symlink('/dev/full', join(folder, `.${NAME}.eml.part`));
      const outcome = await outbox().send(email());
      assert.deepEqual(outcome, {
        result: 'failed',
        isOperatorFault: true,
        error: 'The message could not be written to the outbox (ENOSPC).',
      });
      assert.deepEqual(await readdir(folder), ['20261115T093000122Z-dl_0000000000000000000000000000000a-1.eml']);
    });

    it('because the folder is a file is an outcome that names no path', async () => {
      await writeFile(folder, '');
      const outcome = await outbox().send(email());
      assert.deepEqual(outcome, {
        result: 'failed',
        isOperatorFault: true,
        error: 'The message could not be written to the outbox (EEXIST).',
      });
    });
  });
});
