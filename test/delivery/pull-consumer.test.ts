import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { ServiceProcess } from '../harness/process.ts';
import { event } from './outgoing-message.ts';
import { listening, type Receiver, soon } from './receiver.ts';

/** A queue with the endpoints of docs/pulling.md that records every call. */
class Stand {
  readonly calls: string[] = [];
  waiting = [1, 2, 3].map((n) => ({
    ...{ receiptHandle: `handle-${n}`, deliveryId: `dlv_${n}`, notificationId: `ntf_${n}`, receiveCount: 1 },
    event: { ...event, id: `ntf_${n}`, subject: 'ITEM000001' },
  }));

  /** Status and body of the response; undefined while a long poll waits. */
  answer(path: string, body: { receiptHandles?: string[] }): [number, object] | undefined {
    this.calls.push(body.receiptHandles ? `${path} ${body.receiptHandles.join()}` : path);
    const results = (status: string) => body.receiptHandles?.map((receiptHandle) => ({ receiptHandle, status }));
    switch (path) {
      case 'POST /auth/v4/token':
        return [200, { access_token: 'token', token_type: 'Bearer', expires_in: 900 }];
      case 'GET /notifications/v4/destinations':
        return [200, { channels: [{ type: 'EMAIL', channelId: 'ch_0' }] }];
      case 'POST /notifications/v4/destinations':
        return [200, { type: 'PULL', channelId: 'ch_1' }];
      case 'POST /notifications/v4/destinations/ch_1/receive':
        // The first call fails: the consumer must retry it.
        if (this.calls.filter((one) => one === path).length === 1) return [503, { errors: [] }];
        return this.waiting.length > 0 ? [200, { messages: this.waiting.splice(0) }] : undefined;
      case 'POST /notifications/v4/destinations/ch_1/acknowledge':
        return [200, { results: results('ACKNOWLEDGED') }];
      default:
        return [404, { errors: [] }];
    }
  }
}

async function readJson(request: IncomingMessage): Promise<object> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text.startsWith('{') ? JSON.parse(text) : {};
}

describe('docs/examples/pull-consumer.mjs', () => {
  const stand = new Stand();
  let service: Receiver;
  let example: ServiceProcess;
  before(async () => {
    const server = createServer((request, response) => {
      void readJson(request).then((body) => {
        const answer = stand.answer(`${request.method} ${request.url}`, body);
        if (!answer) return;
        response.writeHead(answer[0], { 'content-type': 'application/json', 'retry-after': '1' });
        response.end(JSON.stringify(answer[1]));
      });
    });
    service = await listening(server);
    example = new ServiceProcess(process.execPath, ['docs/examples/pull-consumer.mjs', service.origin]);
  });
  after(async () => {
    await example.end();
    await service.close();
  });

  it('receives, handles and acknowledges, also after an error, until Ctrl+C', async () => {
    const at = 'POST /notifications/v4/destinations/ch_1';
    const expected = [
      ...['POST /auth/v4/token', 'GET /notifications/v4/destinations', 'POST /notifications/v4/destinations'],
      ...[`${at}/receive`, `${at}/receive`, `${at}/acknowledge handle-1,handle-2,handle-3`, `${at}/receive`],
    ];
    assert.ok(await soon(() => stand.calls.length === expected.length, 10_000), example.stderr);
    assert.deepEqual(stand.calls, expected);
    example.signal('SIGINT');
    assert.equal(await example.ended(), 0);
    assert.match(example.stdout, /Receiving from ch_1\n(?:TEST_NOTIFICATION ntf_\d about ITEM000001\n){3}Stopped\n$/);
  });
});
