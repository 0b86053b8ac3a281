import assert from 'node:assert/strict';
import { connect, Socket, type TcpNetConnectOpts } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Lookup } from '../../src/delivery/allowed-addresses.ts';
import { createEgress, type Egress } from '../../src/delivery/egress.ts';
import { EgressBlocked, EgressFailure } from '../../src/delivery/egress-failure.ts';
import { post } from '../../src/delivery/post.ts';
import type { EgressPolicy } from '../../src/domain/notifications/addresses/egress-policy.ts';
import { allowing, demo, httpReceiver, noNetwork, type Receiver, resolver, soon, strict } from './receiver.ts';

const hello = { headers: {}, body: 'hello', timeoutMs: 1_000 };

async function outcomeOf(egress: Egress, url: string): Promise<string | number> {
  const outcome = await post(egress, url, hello);
  return outcome instanceof EgressFailure ? outcome.code : outcome.status;
}

/** Two servers on one port: the victim on 127.0.0.1, and the public receiver on 127.0.0.2, which the policy allows. */
describe('a name that resolves to', () => {
  const policy = allowing('127.0.0.2');
  let victim: Receiver;
  let publicReceiver: Receiver;
  let url: string;
  let egress: Egress | undefined;

  before(async () => {
    victim = await httpReceiver((_request, response) => response.end());
    publicReceiver = await httpReceiver((_request, response) => response.end(), '127.0.0.2', victim.port);
    url = `http://hooks.example.com:${victim.port}/`;
  });
  afterEach(() => egress?.close());
  after(async () => {
    assert.equal(victim.connections(), 0);
    await Promise.all([victim.close(), publicReceiver.close()]);
  });

  const sending = (lookup: Lookup) => {
    egress = createEgress(policy, { lookup });
    return outcomeOf(egress, url);
  };

  test('a public address first and to the victim in a second lookup is resolved once', async () => {
    const lookup = resolver(['127.0.0.2'], ['127.0.0.1']);
    assert.equal(await sending(lookup), 200);
    assert.deepEqual(lookup.resolved, ['hooks.example.com']);
  });

  test('the victim when the next connection is opened is blocked then', async () => {
    const lookup = resolver(['127.0.0.2'], ['127.0.0.1']);
    assert.equal(await sending(lookup), 200);
    // One request reuses the checked connection. The other needs a new connection, which is checked again.
    await delay(10);
    assert.ok(egress);
    const both = await Promise.all([outcomeOf(egress, url), outcomeOf(egress, url)]);
    assert.deepEqual(both.sort(), [200, 'blocked']);
  });

  for (const addresses of [
    ['127.0.0.1', '127.0.0.2'],
    ['127.0.0.2', '127.0.0.1'],
    ['::1', '::ffff:127.0.0.1', '127.0.0.9', 'fe80::1%lo', '127.0.0.2'],
  ]) {
    test(`${addresses.join(' and ')} connects to the public one`, async () => {
      const before = publicReceiver.connections();
      assert.equal(await sending(resolver(addresses)), 200);
      assert.equal(publicReceiver.connections(), before + 1);
    });
  }

  for (const addresses of [
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:7f00:1'],
    ['0.0.0.0'],
    ['fe80::1%lo'],
    ['127.0.0.9', '127.0.0.1'],
    ['x'],
  ]) {
    test(`${addresses.join(' and ')} is blocked`, async () =>
      assert.equal(await sending(resolver(addresses)), 'blocked'));
  }

  test('no address, or cannot be resolved, reads like a forbidden address, and only the log tells them apart', async () => {
    const failing: Lookup = (_host, _options, callback) => callback(new Error('getaddrinfo ENOTFOUND'), []);
    const shown: string[] = [];
    const logged: string[] = [];
    for (const lookup of [failing, resolver([]), resolver(['127.0.0.1'])]) {
      egress = createEgress(policy, { lookup, onBlocked: (detail) => logged.push(detail) });
      const outcome = await post(egress, url, hello);
      assert.ok(outcome instanceof EgressBlocked);
      shown.push(`${outcome.name} ${outcome.code} ${outcome.message}`);
      await egress.close();
    }
    assert.deepEqual([...new Set(shown)], [shown[0]]);
    assert.deepEqual(logged, [
      'hooks.example.com does not resolve: getaddrinfo ENOTFOUND',
      'hooks.example.com does not resolve: it has no address',
      `hooks.example.com:${victim.port}: 127.0.0.1 is not public`,
    ]);
  });

  test('several addresses falls back to the next allowed one when the first does not answer', async () => {
    // No server listens on 127.0.0.3.
    egress = createEgress(allowing('127.0.0.2, 127.0.0.3'), {
      lookup: resolver(['127.0.0.3', '127.0.0.1', '127.0.0.2']),
    });
    assert.equal(await outcomeOf(egress, url), 200);
  });
});

describe('the connector', () => {
  let victim: Receiver;
  let received: string[];
  before(async () => {
    victim = await httpReceiver((request, response) => {
      received.push(request.url ?? '');
      response.end();
    });
  });
  beforeEach(() => {
    received = [];
  });
  after(() => victim.close());

  test('passes exactly the checked addresses to the socket', async () => {
    const network = noNetwork();
    const lookup = resolver(['10.0.0.1', '8.8.8.8', '::1', '2606:4700:4700::1111', '169.254.169.254']);
    assert.equal(
      await outcomeOf(createEgress(strict, { ...network, lookup }), 'https://hooks.example.com/'),
      'refused',
    );
    assert.deepEqual(network.tried, [['8.8.8.8', '2606:4700:4700::1111']]);
  });

  test('closes a socket that reached an unchecked address before a byte is sent, and the message does not reveal it', async () => {
    for (const scheme of ['http', 'https']) {
      const astray = (_options: TcpNetConnectOpts): Socket => connect({ host: '127.0.0.1', port: victim.port });
      const lookup = resolver(['127.0.0.2']);
      const egress = createEgress(allowing('127.0.0.2'), { connect: astray, lookup });
      const outcome = await post(egress, `${scheme}://hooks.example.com:${victim.port}/astray`, hello);
      assert.ok(outcome instanceof EgressBlocked);
      assert.equal(outcome.message, 'The host has no address that requests may be sent to.');
      assert.match(String(outcome.cause), /connected to 127\.0\.0\.1/);
      assert.ok(await soon(() => victim.open() === 0));
    }
    assert.deepEqual(received, []);
  });

  test('opens no socket for http to a public address', async () => {
    const network = noNetwork();
    const egress = createEgress(demo, { ...network, lookup: resolver(['8.8.8.8']) });
    assert.equal(await outcomeOf(egress, 'http://hooks.example.com/'), 'blocked');
    assert.deepEqual(network.tried, []);
  });

  test('opens no socket when the lookup ends after the timeout', async () => {
    const network = noNetwork();
    const late: Lookup = (_host, _options, callback) =>
      void setTimeout(callback, 60, null, [{ address: '8.8.8.8', family: 4 }]);
    const egress = createEgress(strict, { ...network, lookup: late, connectTimeoutMs: 20 });
    assert.equal(await outcomeOf(egress, 'https://hooks.example.com/'), 'timeout');
    assert.equal(await soon(() => network.tried.length > 0, 100), false);
  });

  test('ends an attempt that never connects at its own timeout or at the deadline of the request', async () => {
    const sockets: Socket[] = [];
    const dead = () => sockets[sockets.push(new Socket()) - 1] as Socket;
    const egress = createEgress(strict, { connect: dead, connectTimeoutMs: 100 });
    assert.equal(await outcomeOf(egress, 'https://8.8.8.8/'), 'timeout');
    const outcome = await post(egress, 'https://8.8.8.8/', { ...hello, timeoutMs: 20 });
    assert.ok(outcome instanceof EgressFailure && outcome.code === 'timeout');
    assert.deepEqual([sockets[0]?.destroyed, sockets[1]?.destroyed], [true, false]);
    assert.ok(await soon(() => sockets.every((socket) => socket.destroyed)));
  });

  test('aborts open attempts when the egress closes', async () => {
    const socket = new Socket();
    const egress = createEgress(strict, { connect: () => socket });
    const sent = outcomeOf(egress, 'https://8.8.8.8/');
    await soon(() => socket.listenerCount('connect') > 0);
    await egress.close();
    assert.equal(await sent, 'stopped');
    assert.ok(socket.destroyed);
    assert.equal(await outcomeOf(egress, 'https://8.8.8.8/'), 'stopped');
  });
});

describe('the service itself', () => {
  let own: Receiver;
  before(async () => {
    own = await httpReceiver((_request, response) => response.end());
  });
  after(async () => {
    assert.equal(own.connections(), 0);
    await own.close();
  });

  const everything = () => allowing('0.0.0.0/0, ::/0, localhost', { ...demo, ownPorts: [own.port] });
  for (const host of ['127.0.0.1', '127.0.0.2', 'localhost', '0.0.0.0', '[::1]', '[::]', '[::ffff:127.0.0.1]']) {
    test(`is not reachable at ${host}, whatever the operator allows`, async () => {
      for (const scheme of ['http', 'https']) {
        assert.equal(await outcomeOf(createEgress(everything()), `${scheme}://${host}:${own.port}/`), 'blocked');
      }
    });
  }

  test('is not reachable at the other addresses of the machine', async () => {
    const network = noNetwork();
    const addresses = Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address));
    for (const address of addresses) {
      const egress = createEgress(everything(), { ...network, lookup: resolver([address]) });
      assert.equal(await outcomeOf(egress, `https://hooks.example.com:${own.port}/`), 'blocked', address);
    }
    assert.deepEqual(network.tried, []);
  });

  test('keeps its database unreachable under any name', async () => {
    const policy: EgressPolicy = { ...demo, forbidden: [{ host: 'db.example.com', port: own.port }] };
    const names: Record<string, string> = { 'db.example.com': '127.0.0.1', 'alias.example': '127.0.0.1' };
    const lookup: Lookup = (host, _options, callback) =>
      names[host] ? callback(null, [{ address: names[host], family: 4 }]) : callback(new Error('ENOTFOUND'), []);
    for (const host of ['db.example.com', 'alias.example', '127.0.0.1']) {
      const egress = createEgress(policy, { lookup });
      assert.equal(await outcomeOf(egress, `http://${host}:${own.port}/`), 'blocked', host);
    }
    delete names['db.example.com'];
    const unknown = createEgress(policy, { lookup });
    assert.equal(await outcomeOf(unknown, `http://alias.example:${own.port}/`), 'blocked');
  });
});
