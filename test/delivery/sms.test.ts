// run: mostly waiting

import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { OutgoingMessage } from '../../src/delivery/message-sender.ts';
import { createSmsSender } from '../../src/delivery/sms.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import type { AttemptOutcome } from '../../src/domain/notifications/delivery.ts';
import { eventText } from '../domain/event-samples.ts';
import { freePort } from '../harness/free-port.ts';
import { event, outgoingMessage } from './outgoing-message.ts';
import { type Receiver, rawReceiver } from './receiver.ts';
import { type Answer, answers, PASSWORD, type ReceivedSms, type SmsGateway, smsGateway, USER } from './sms-gateway.ts';

const TIMEOUT_MS = 1_500;
const PHONE = '+12065550123';
const sms = (others: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  ...outgoingMessage('SMS', { sms: { phoneNumber: PHONE } }),
  ...others,
});

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function sendTo(gatewayUrl: string, one = sms(), more: { reportUrl?: string; signal?: AbortSignal } = {}) {
  const { reportUrl, signal } = more;
  const sender = createSmsSender(gatewayUrl, { timeoutMs: TIMEOUT_MS, now: Date.now }, () => reportUrl);
  cleanUps.push(() => sender.close());
  return sender.send(one, signal);
}

async function gatewayOf(...answer: Parameters<typeof smsGateway>): Promise<SmsGateway> {
  const gateway = await smsGateway(...answer);
  cleanUps.push(() => gateway.close());
  return gateway;
}

const answered = async (...answer: Parameters<typeof smsGateway>): Promise<AttemptOutcome> =>
  sendTo((await gatewayOf(...answer)).url);

/** The request that the gateway gets for a message. */
async function received(one = sms(), reportUrl?: string): Promise<ReceivedSms> {
  const gateway = await gatewayOf(answers.accepted);
  const outcome = await sendTo(gateway.url, one, reportUrl === undefined ? {} : { reportUrl });
  assert.equal(outcome.result, 'delivered');
  assert.equal(gateway.received.length, 1);
  return gateway.received[0] ?? {};
}

describe('the request to the gateway', () => {
  it("has the short text of the event, and the operator's own parameters", async () => {
    assert.deepEqual(await received(), {
      ...{ method: 'GET', path: '/cgi-bin/sendsms', username: USER, password: PASSWORD, from: 'STORE' },
      ...{ to: PHONE, text: eventText(event).short, charset: 'UTF-8', coding: '0' },
    });
  });

  it('has the request for consent, and nothing of the event, while the owner of the phone has not agreed', async () => {
    const names = { seller: 'Demo Seller', marketplace: 'Store US' };
    const confirmation = {
      url: 'https://store.example/c/1',
      code: '042137',
      expiresMs: Date.now() + DAY_MS,
      names,
    };
    const { text = '' } = await received(sms({ confirmation }));
    assert.match(
      text,
      /^042 137 is your code for Store US notifications of seller Demo Seller .*https:\/\/store\.example\/c\/1$/,
    );
    assert.ok(!text.includes(eventText(event).short));
  });

  it('asks for every delivery report when there is a report URL', async () => {
    const reportUrl = 'https://api.store.example/callbacks/v4/sms/dlv_1.1.a-_b?type=%d&answer=%A';
    const got = await received(sms(), reportUrl);
    assert.equal(got['dlr-mask'], '31');
    assert.equal(got['dlr-url'], reportUrl);
  });
});

describe('a response', () => {
  const taking: [Answer, string][] = [
    [answers.accepted, 'Accepted: 0: Accepted for delivery'],
    [answers.queued, 'Accepted: 3: Queued for later delivery'],
    [[200, 'Sent.'], 'Accepted: Sent.'],
    [[202, ''], 'Accepted'],
    [[202, 'two\r\nlines\0'], 'Accepted: two lines'],
  ];
  for (const [answer, shown] of taking) {
    it(`${answer[0]} ${JSON.stringify(answer[1])} means that the gateway has the message`, async () => {
      assert.deepEqual(await answered(answer), { result: 'delivered', code: answer[0], answer: shown });
    });
  }

  for (const answer of [answers.unauthorized, answers.notRoutable, answers.missing, [404, ''], [302, '']] as const) {
    it(`${answer[0]} ${answer[1]} is a failure of the operator to retry`, async () => {
      const outcome = await answered(answer);
      assert.equal(outcome.result, 'failed');
      assert.equal(outcome.code, answer[0]);
      assert.match(outcome.error ?? '', /^The SMS gateway answered \d+ [A-Za-z ]+: the operator of the service has to/);
      assert.equal(outcome.answer, answer[1] || undefined);
    });
  }

  it('503 is a failure to retry after the time in Retry-After', async () => {
    const [status, body] = answers.temporal;
    assert.deepEqual(await answered([status, body, { 'retry-after': '90' }]), {
      ...{
        result: 'failed',
        isOperatorFault: true,
        code: 503,
        error: 'The SMS gateway answered 503 Service Unavailable.',
        answer: body,
      },
      retryAfterMs: 90_000,
    });
    assert.equal((await answered(answers.temporal)).retryAfterMs, undefined);
  });

  it('is cut to 200 characters', async () => {
    const { answer = '' } = await answered([500, 'x'.repeat(100_000)]);
    assert.equal(answer, 'x'.repeat(200));
  });

  for (const secret of [USER, PASSWORD.toUpperCase(), '127.0.0.1']) {
    it(`that quotes ${secret} is not shown`, async () => {
      for (const status of [202, 403, 502]) {
        const outcome = await answered([status, `Error at http://${secret}/ of the gateway`]);
        assert.ok(!JSON.stringify(outcome).includes(secret), JSON.stringify(outcome));
        assert.equal(outcome.code, status);
      }
    });
  }
});

describe('no response', () => {
  it('in time is a failure to retry', async () => {
    const began = performance.now();
    assert.deepEqual(await answered(() => undefined), {
      result: 'failed',
      isOperatorFault: true,
      error: 'The SMS gateway: No complete response arrived in time.',
    });
    assert.ok(performance.now() - began < TIMEOUT_MS + 10_000);
  });

  it('that is complete in time is a failure to retry', async () => {
    const outcome = await answered((response) => response.writeHead(202).write('0: Acc'));
    assert.deepEqual(outcome, {
      result: 'failed',
      isOperatorFault: true,
      error: 'The SMS gateway: No complete response arrived in time.',
    });
  });

  it('because of a reset or a closed port is a failure to retry, and the error does not name the gateway', async () => {
    const receiver: Receiver = await rawReceiver((socket) => socket.resetAndDestroy());
    cleanUps.push(receiver.close);
    for (const [origin, error] of [
      [receiver.origin, 'The connection was closed before the complete response arrived.'],
      [`http://127.0.0.1:${await freePort()}`, 'The connection was refused.'],
    ] as const) {
      const outcome = await sendTo(`${origin}/cgi-bin/sendsms?username=${USER}&password=${PASSWORD}`);
      assert.deepEqual(outcome, { result: 'failed', isOperatorFault: true, error: `The SMS gateway: ${error}` });
    }
  });

  it('before a shutdown is a failure to retry, and nothing is sent after it', async () => {
    const stopping = new AbortController();
    const gateway = await gatewayOf(() => stopping.abort());
    const stopped = {
      result: 'failed',
      isOperatorFault: true,
      error: 'The SMS gateway: The service stopped before the response arrived.',
    };
    assert.deepEqual(await sendTo(gateway.url, sms(), { signal: stopping.signal }), stopped);
    assert.deepEqual(await sendTo(gateway.url, sms(), { signal: stopping.signal }), stopped);
    assert.equal(gateway.received.length, 1);
  });
});

describe('a destination', () => {
  it('without a phone number is rejected for good', async () => {
    assert.equal((await sendTo('http://127.0.0.1/', outgoingMessage('SMS', {}))).result, 'refused');
  });
});
