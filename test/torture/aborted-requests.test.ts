import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { type ServiceProcess, startService } from '../harness/process.ts';

/** docs/stopping.md: the exit code of a stop that left requests without an answer. */
const ABORTED = 3;

describe('a stop', () => {
  const started: ServiceProcess[] = [];
  afterEach(async () => {
    for (const service of started.splice(0)) await service.end();
  });

  for (const [title, settings] of [
    ['of one process with everything', {}],
    ['of a supervisor whose process', { API_PROCESSES: '2' }],
  ] as const) {
    test(`${title} had to abort a request exits 3, too`, async () => {
      const service = startService({ DRAIN_MS: '0', ...settings });
      started.push(service);
      const { hostname, port } = new URL(await service.address());
      await service.printed(/Stop it/);
      // Its body never arrives.
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write('POST /auth/v4/token HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n');
      socket.write('content-type: application/x-www-form-urlencoded\r\n\r\na=');
      // Answered after it was read.
      await fetch(`http://${hostname}:${port}/health/live`);
      service.signal('SIGTERM');
      assert.equal(await service.ended(), ABORTED);
      assert.match(
        service.stdout,
        /"abortedRequests":1,"msg":"stopped: the deadline is over, running requests were aborted"/,
      );
    });
  }

  test('of the identity provider that had to abort a request exits 3, too', async () => {
    const client = { IDP_INTROSPECTION_CLIENT_ID: 'the-service', IDP_INTROSPECTION_CLIENT_SECRET: 's'.repeat(32) };
    const service = startService(client, 'idp');
    started.push(service);
    const { hostname, port } = new URL(await service.printed(/"address":"(http:[^"]+)"/));
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write('POST /token HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n');
    socket.write('content-type: application/x-www-form-urlencoded\r\n\r\na=');
    await fetch(`http://${hostname}:${port}/jwks`);
    service.signal('SIGTERM');
    assert.equal(await service.ended(), ABORTED);
    assert.match(
      service.stdout,
      /"abortedRequests":1,"msg":"the identity provider stopped: running requests were aborted"/,
    );
  });
});
