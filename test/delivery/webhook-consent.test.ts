import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { createEgress, type Egress } from '../../src/delivery/egress.ts';
import { createConsentQuestion } from '../../src/delivery/webhook-consent.ts';
import { startDemoReceiver } from '../../src/receiver/demo-receiver.ts';
import { demo, httpReceiver, type Receiver, strict } from './receiver.ts';

describe('the question whether a receiver wants webhooks (CloudEvents "HTTP 1.1 Web Hooks" 4)', () => {
  let egress: Egress;
  let receiver: Receiver | undefined;
  before(() => {
    egress = createEgress(demo);
  });
  after(() => egress.close());
  afterEach(async () => {
    await receiver?.close();
    receiver = undefined;
  });

  const question = ({ monotonic = (): number => 0, timeoutMs = 20_000, through = egress } = {}) =>
    createConsentQuestion(through, { origin: 'api.market.example', userAgent: 'the-service/1' }, monotonic, timeoutMs);
  const asking = async (answer: RequestListener, ask = question()) => {
    receiver = await httpReceiver(answer);
    return ask(`${receiver.origin}/in?a=b`);
  };

  const answers: [name: string, status: number, allowed: string | string[] | undefined, consent: string][] = [
    ['its origin', 200, 'api.market.example', 'allowed'],
    ['its origin in another casing', 204, 'API.Market.Example', 'allowed'],
    ['all origins', 200, '*', 'allowed'],
    ['several origins', 200, 'other.example, api.market.example', 'allowed'],
    ['no header', 200, undefined, 'unknown'],
    ['no such method', 405, undefined, 'unknown'],
    ['another origin', 200, 'other.example', 'denied'],
    ['another origin, with an error', 403, 'other.example', 'denied'],
    ['no origin', 200, '', 'denied'],
    ['an error with its origin', 500, 'api.market.example', 'unknown'],
    ['a redirect, which is not followed', 302, undefined, 'unknown'],
  ];
  for (const [name, status, allowed, consent] of answers) {
    it(`is ${consent} by ${name}`, async () => {
      const headers = allowed === undefined ? {} : { 'WebHook-Allowed-Origin': allowed };
      const extra = status === 302 ? { location: 'http://127.0.0.1:1/' } : {};
      assert.equal(
        await asking((_request, response) => response.writeHead(status, { ...headers, ...extra }).end()),
        consent,
      );
    });
  }

  it('sends OPTIONS with the origin, nothing else of the seller than the address, and closes the connection', async () => {
    const got: IncomingMessage[] = [];
    await asking((request, response) => {
      got.push(request);
      response.end();
    });
    const [{ method, url, headers }] = got as [IncomingMessage];
    assert.deepEqual([method, url, headers['webhook-request-origin']], ['OPTIONS', '/in?a=b', 'api.market.example']);
    assert.deepEqual(Object.keys(headers).sort(), ['connection', 'host', 'user-agent', 'webhook-request-origin']);
    assert.equal(headers.connection, 'close');
  });

  it('is unknown by a receiver that hangs, and never reaches an address that the policy forbids', async () => {
    assert.equal(await asking(() => undefined, question({ timeoutMs: 100 })), 'unknown');
    const guarded = createEgress(strict);
    await receiver?.close();
    let requests = 0;
    const ask = question({ through: guarded });
    assert.equal(
      await asking(() => {
        requests += 1;
      }, ask),
      'unknown',
    );
    assert.equal(requests, 0);
    assert.equal(receiver?.connections(), 0);
    await guarded.close();
  });

  it('asks a host at most ten times a minute', async () => {
    let requests = 0;
    let now = 0;
    receiver = await httpReceiver((_request, response) => {
      requests += 1;
      response.end();
    });
    const ask = question({ monotonic: () => now });
    for (let n = 0; n < 15; n += 1) await ask(`${receiver.origin}/${n}`);
    assert.equal(requests, 10);
    now += 60_000;
    await ask(`${receiver.origin}/`);
    assert.equal(requests, 11);
  });

  it('stays denied by a host that has denied it, however often it is asked for, until it may be asked again', async () => {
    let now = 0;
    let allowed = 'other.example';
    receiver = await httpReceiver((_request, response) =>
      response.writeHead(200, { 'WebHook-Allowed-Origin': allowed }).end(),
    );
    const ask = question({ monotonic: () => now });
    const answers = new Set<string>();
    for (let n = 0; n < 15; n += 1) answers.add(await ask(`${receiver.origin}/${n}`));
    assert.deepEqual(answers, new Set(['denied']));
    now += 60_000;
    allowed = '*';
    assert.equal(await ask(`${receiver.origin}/`), 'allowed');
  });

  it("is allowed by the demo's receiver", async () => {
    const demoReceiver = await startDemoReceiver({ port: 0, host: '127.0.0.1' });
    assert.equal(await question()(`${demoReceiver.address}/in`), 'allowed');
    await demoReceiver.close();
  });
});
