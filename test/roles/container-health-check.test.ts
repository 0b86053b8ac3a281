// run: without coverage

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFolder } from '../harness/process.ts';

/* The image itself: test/torture/container.test.ts. */

/** The exit code of the health check while an admin port at `host` answers with `status`. */
async function checked(host: string, settings: Record<string, string>, status = 200): Promise<number> {
  const server = createServer(({ url }, response) => response.writeHead(url === '/health/live' ? status : 404).end());
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  const check = spawn(process.execPath, [join(projectFolder, 'deploy/container/health-check.mjs')], {
    env: { ...settings, ADMIN_PORT: String(port) },
    stdio: 'inherit',
  });
  const [code] = await once(check, 'exit');
  server.closeAllConnections();
  server.close();
  return code;
}

// Not every container has IPv6.
const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));

for (const host of ['127.0.0.1', '127.0.0.2', 'localhost', '0.0.0.0', ...(hasIpv6 ? ['::1', '::'] : [])]) {
  test(`the health check of the image asks ADMIN_HOST=${host}`, async () => {
    assert.equal(await checked(host, { ADMIN_HOST: host }), 0);
  });
}

test('the health check of the image asks 127.0.0.1 without ADMIN_HOST', async () => {
  assert.equal(await checked('127.0.0.1', {}), 0);
  assert.equal(await checked('127.0.0.1', { ADMIN_HOST: '' }), 0);
});

test('the health check of the image fails where nobody listens, and when the process is not well', async () => {
  assert.equal(await checked('127.0.0.1', { ADMIN_HOST: '127.0.0.2' }), 1);
  assert.equal(await checked('127.0.0.2', { ADMIN_HOST: '127.0.0.2' }, 503), 1);
});
