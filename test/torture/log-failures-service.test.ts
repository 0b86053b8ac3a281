import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { providerPid } from '../e2e/provider-pid.ts';
import { Fifo } from '../harness/fifo.ts';
import { freePort } from '../harness/free-port.ts';
import { ServiceProcess } from '../harness/process.ts';
import { until } from '../harness/until.ts';

const credentials = `Basic ${Buffer.from('demoseller:demosellersecret').toString('base64')}`;

describe('a service whose log', { timeout: 120_000 }, () => {
  let service: ServiceProcess;
  afterEach(() => service.end());

  const start = (output: number, environment: Record<string, string> = {}) => {
    service = new ServiceProcess(process.execPath, ['src/main.ts', 'all'], environment, output);
    closeSync(output);
  };
  const requestToken = async (base: string) => {
    const answer = await fetch(`${base}/auth/v4/token`, {
      method: 'POST',
      headers: { authorization: credentials },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  /** Sends all requests at once on one connection, and waits for as many answers. Each has a line in the log, unlike a health probe. */
  const askMany = async (base: string, count: number) => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    const request = `GET /robots.txt HTTP/1.1\r\nHost: ${hostname}\r\nX-Request-Id: ${'x'.repeat(100)}\r\n\r\n`;
    socket.setEncoding('latin1').write(request.repeat(count));
    let answers = '';
    for await (const chunk of socket) {
      answers += chunk;
      if (answers.split('HTTP/1.1 200 ').length > count) break;
    }
    assert.equal(answers.split('HTTP/1.1 200 ').length - 1, count);
  };
  const droppedIn = async (metrics: string): Promise<number> => {
    const body = await (await fetch(metrics)).text();
    return Number(/^log_lines_dropped_total (\d+)$/m.exec(body)?.[1]);
  };
  type Ready = { status: string; parts: Record<string, string> };
  const readiness = async (base: string) => (await fetch(`${base}/health/ready`)).json() as Promise<Ready>;

  test('is not read answers everything, restarts its provider, counts the lines, and says so when it is read again', async () => {
    const fifo = new Fifo();
    start(fifo.openWriter());
    await until('the banner', () => fifo.read().includes('Stop it'));
    const [, base = ''] = /API +(http:\S+)/.exec(fifo.read()) ?? [];
    const [, metrics = ''] = /Metrics +(http:\S+)/.exec(fifo.read()) ?? [];
    await until('lines are dropped', async () => {
      await askMany(base, 500);
      return (await droppedIn(metrics)) > 0;
    });
    const { status, parts } = await readiness(base);
    assert.deepEqual([status, parts.log], ['degraded', 'degraded']);
    assert.equal(await requestToken(base), 200);
    process.kill(providerPid(service), 'SIGKILL');
    await until('the provider is restarted', async () => (await requestToken(base)) === 200);
    await until('the line about dropped lines', () => /"lines":\d+,"reason":"EAGAIN".*\n/.test(fifo.read()));
    await until('readiness is good again', async () => (await readiness(base)).status === 'ready');
    service.signal('SIGTERM');
    await until('the last line', () => fifo.read().endsWith('"msg":"stopped"}\n'));
    assert.equal(await service.ended(), 0);
    const lines = fifo.read().split('\n').slice(0, -1);
    for (const line of lines.slice(lines.findIndex((line) => line.includes('Stop it')) + 1)) if (line) JSON.parse(line);
    assert.equal(service.stderr, '');
    fifo.remove();
  });

  test('is on a full disk from the start works, its provider too, and stops in order', async () => {
    const port = await freePort();
    start(openSync('/dev/full', 'w'), { PORT: String(port) });
    const base = `http://127.0.0.1:${port}`;
    const isUp = () =>
      fetch(`${base}/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      );
    await until('it is ready', isUp);
    assert.equal((await readiness(base)).parts.log, 'degraded');
    await askMany(base, 100);
    assert.equal(await requestToken(base), 200);
    service.signal('SIGTERM');
    assert.equal(await service.ended(), 0);
    assert.equal(service.stderr, '');
  });
});
