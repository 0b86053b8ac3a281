import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSmsSender } from '../../src/delivery/sms.ts';
import { fit, partsOf } from '../../src/domain/notifications/texts/sms-text.ts';
import { type Engine, onEngine } from '../db/engines.ts';
import { outgoingMessage } from '../delivery/outgoing-message.ts';
import { httpReceiver, type Receiver, soon } from '../delivery/receiver.ts';
import { openSmsService, type SmsService } from '../delivery/sms-service.ts';
import { Kannel, kannelProblem, REJECTED_PREFIX } from './kannel.ts';

const PHONE = '+12065550123';

// `npm test` uses a stand-in gateway that responds as Kannel's guide documents. These tests run against a real Kannel from
// Debian's packages, which not every machine can reach. Without Kannel they print that nothing ran, and do not fail: the
// service is not at fault.
const problem = await kannelProblem();
if (problem === undefined) onEngine('sqlite', 'through Kannel', throughKannel);
else {
  const reason = problem.trim().replaceAll(/\s+/g, ' ');
  process.stderr.write(
    `The tests through Kannel did not run. Install it with "apt-get install kannel". Reason: ${reason}\n`,
  );
}

function throughKannel(engine: Engine): void {
  let kannel: Kannel;
  let network: Receiver;
  let service: SmsService;
  let rejecting: SmsService;
  before(async () => {
    network = await httpReceiver((_request, response) => response.end('no: unknown subscriber'));
    kannel = await Kannel.start(network.origin);
    service = await openSmsService(engine, kannel.url(), PHONE);
    rejecting = await openSmsService(engine, kannel.url(), `${REJECTED_PREFIX}123`);
  });
  after(async () => {
    await service.close();
    await rejecting.close();
    await kannel.stop();
    await network.close();
  });

  /** The state and the lines of the log, as soon as its last line matches. */
  async function logEndingWith(of: SmsService, deliveryId: string, last: RegExp) {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const shown = await of.shown(deliveryId);
      if (last.test(shown.at(-1) ?? '')) return shown;
      await sleep(50);
    }
    return of.shown(deliveryId);
  }

  test('a message waits while there is no network, then arrives, and is reported as delivered', async () => {
    const { deliveryId, outcome, settle } = await service.send();
    await settle();
    assert.deepEqual([outcome.result, outcome.code], ['delivered', 202]);
    assert.match(outcome.answer ?? '', /^Accepted: (?:3: Queued for later|0: Accepted for) delivery$/);
    await kannel.connectPhones();
    const shown = await logEndingWith(service, deliveryId, /Delivered/);
    assert.equal(shown[0], 'DELIVERED');
    assert.equal(shown.at(-1), 'Delivered to the phone');
    // Two parts: the text has more than 160 characters.
    assert.ok(await soon(() => kannel.messages.length === 2, 10_000), kannel.messages.join('\n'));
    for (const line of kannel.messages) assert.ok(line.startsWith(`STORE ${PHONE} udh `), line);
    const text = kannel.messages.map((line) => textIn(line, '0')).join('');
    assert.match(
      text,
      /^Your offer is not eligible for the buy box: item .* Lower your price to 16\.50 USD or less\.$/,
    );
  });

  test('a message that the network rejects becomes DEAD', async () => {
    const { deliveryId, settle } = await rejecting.send();
    await settle();
    const [state, ...lines] = await logEndingWith(rejecting, deliveryId, /Not delivered/);
    assert.equal(state, 'DEAD');
    assert.match(lines.at(-1) ?? '', /^Not delivered: \S/);
  });

  test('a wrong password is a failure that names neither user, password nor host', async () => {
    const sender = createSmsSender(kannel.url('wrong'), { timeoutMs: 5_000, now: Date.now });
    const outcome = await sender.send(outgoingMessage('SMS', { sms: { phoneNumber: PHONE } }));
    await sender.close();
    assert.deepEqual([outcome.result, outcome.code], ['failed', 403]);
    assert.doesNotMatch(JSON.stringify(outcome), /storeuser|wrong|127\.0\.0\.1/);
  });

  const texts: [what: string, text: string, coding: string][] = [
    ['every character of the 7-bit alphabet', 'a £$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ ^{}\\[~]|€ §¿äöñüà', '0'],
    ['another script', 'Цена изменилась: 価格 🧦', '2'],
    ['a long text', fit('offers have changed '.repeat(40), 3), '0'],
    ['a long text in another script', fit('цены изменились '.repeat(40), 3), '2'],
  ];
  for (const [what, text, coding] of texts) {
    test(`${what} arrives completely, in the expected number of parts`, async () => {
      const from = kannel.messages.length;
      const url = new URL(kannel.url());
      for (const [name, value] of Object.entries({ to: PHONE, text, coding, charset: 'UTF-8' })) {
        url.searchParams.set(name, value);
      }
      assert.equal((await fetch(url)).status, 202);
      const parts = partsOf(text);
      assert.ok(await soon(() => kannel.messages.length >= from + parts, 10_000));
      await sleep(100);
      const arrived = kannel.messages.slice(from);
      assert.equal(arrived.length, parts);
      assert.equal(arrived.map((line) => textIn(line, coding)).join(''), text);
    });
  }
}

/** The text of a line `from to text T`, `from to ucs-2 U` or, for a part, `from to udh H data D`; U and D are percent-encoded. */
function textIn(line: string, coding: string): string {
  const [, kind = '', value = ''] = /^\S+ \S+ (text|ucs-2|udh \S+ data) (.*)$/s.exec(line) ?? [];
  if (kind === 'text') return value;
  const bytes = Buffer.from(
    value
      .replaceAll('+', ' ')
      .replace(/%([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return new TextDecoder(coding === '2' ? 'utf-16be' : 'utf-8').decode(bytes);
}
