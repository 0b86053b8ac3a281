import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { applyRetention } from '../../src/notifications/delivery-retention.ts';
import { freePort } from '../harness/free-port.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { type Arrival, gate, hang } from '../harness/receiver.ts';
import { onBothEngines } from './both-engines.ts';
import { complaints, Fleet } from './fleet.ts';
import { scaled } from './scale.ts';
import type { Seller } from './seller.ts';
import { until } from './until.ts';

const PENDING = scaled(2_000, 10_000);
const PROBES = scaled(15, 60);
const TIMEOUT_MS = 3_000;

onBothEngines('destinations beside others', (engine) => {
  let fleet: Fleet;
  let service: ServiceProcess;
  before(async () => {
    // A seller may have a quarter of these: whoever takes more leaves nothing for others.
    const settings = { NOTIFY_TIMEOUT_MS: String(TIMEOUT_MS), NOTIFY_CONCURRENCY: '64' };
    fleet = await Fleet.on(await engine.fresh(), settings);
    service = await fleet.api('all');
  });
  after(() => fleet.close());

  const secretIn = (made: Awaited<ReturnType<Seller['webhook']>>) => made.webhookConfig.signing?.secret ?? '';

  /** How long notifications take to a healthy receiver, one after another: the longest, in milliseconds. */
  const longestMs = async (seller: Seller, channelId: string, path: string): Promise<number> => {
    let longest = 0;
    for (let n = 0; n < PROBES; n += 1) {
      const startMs = performance.now();
      const id = await seller.test(channelId);
      await until('it has arrived', () => fleet.receiver.timesById(path).has(id));
      longest = Math.max(longest, performance.now() - startMs);
    }
    return longest;
  };
  /** Waiting for its turn would take as long as the time-out of whoever hangs. */
  const assertAsQuick = (aloneMs: number, besideMs: number) =>
    assert.ok(besideMs < 3 * aloneMs + TIMEOUT_MS / 2, `${aloneMs} ms alone, ${besideMs} ms beside`);

  test('one path of a host that hangs does not delay another', async () => {
    const seller = fleet.seller('ORIGIN');
    const { channelId } = await seller.webhook(fleet.receiver.url('/quick'));
    const aloneMs = await longestMs(seller, channelId, '/quick');
    const replies = gate();
    fleet.receiver.on('/stuck', replies.script);
    const stuck = await seller.webhook(fleet.receiver.url('/stuck'));
    await seller.tests(stuck.channelId, 5);
    await until('it hangs', () => replies.waiting === 5);
    assertAsQuick(aloneMs, await longestMs(seller, channelId, '/quick'));
    replies.open();
    await until('all are settled', () => seller.areAll('DELIVERED', stuck.channelId));
  });

  test('deleted while it is sent to: what is on its way may end, nothing else goes out', async () => {
    const replies = gate();
    fleet.receiver.on('/deleted', replies.script);
    const seller = fleet.seller('DELETING');
    const { channelId } = await seller.webhook(fleet.receiver.url('/deleted'), { maxInFlight: 4 });
    await seller.tests(channelId, 12);
    await until('as many as may are on their way', () => replies.waiting === 4);
    const before = complaints(service);
    await seller.remove(channelId);
    // The upkeep of any process may come in between: the rows are gone before the answers come.
    while (await applyRetention(fleet.db, Date.now(), 3_600_000));
    assert.equal(await fleet.count(channelId, 'SENDING'), 0);
    replies.open();
    await until('they are answered', () => fleet.receiver.arrivals('/deleted').every(({ isAnswered }) => isAnswered));

    const { channelId: kept } = await seller.webhook(fleet.receiver.url('/kept'));
    await seller.tests(kept, 40);
    await until('others go on', () => seller.areAll('DELIVERED', kept));
    assert.equal(fleet.receiver.arrivals('/deleted').length, 4);
    assert.deepEqual(complaints(service), before);
    assert.equal((await seller.call('GET', `/destinations/${channelId}`)).status, 404);
    assert.equal(service.child.exitCode, null);
  });

  test('dead endpoints with thousands waiting delay nobody', async () => {
    const path = '/healthy';
    const seller = fleet.seller('HEALTHY');
    const { channelId } = await seller.webhook(fleet.receiver.url(path));
    const aloneMs = await longestMs(seller, channelId, path);

    fleet.receiver.on('/hanging', hang);
    const dead = fleet.seller('DEAD');
    for (const url of [`http://127.0.0.1:${await freePort()}/`, fleet.receiver.url('/hanging')]) {
      const destination = await dead.webhook(url);
      await fleet.queue(destination.channelId, PENDING);
    }
    await until('it hangs', () => fleet.receiver.arrivals('/hanging').length > 0);
    assertAsQuick(aloneMs, await longestMs(seller, channelId, path));
    await until('all are settled', () => seller.areAll('DELIVERED', channelId));
    for (const one of (await dead.destinations()).channels) await dead.remove(one.channelId);
  });

  test('a secret that changes while deliveries flow: every request verifies, in the grace time under both', async () => {
    const path = '/rotating';
    const seller = fleet.seller('ROTATING');
    const made = await seller.webhook(fleet.receiver.url(path));
    const { channelId } = made;
    const secrets = [secretIn(made)];
    const counting = { isOver: false };
    const flow = async () => {
      while (!counting.isOver) await seller.tests(channelId, 3);
    };
    const flowing = flow();
    const came = () => fleet.receiver.arrivals(path).length;
    const more = (count: number) => {
      const before = came();
      return until('more have come', () => came() >= before + count);
    };
    await more(10);

    const graceMs = 2_000;
    const askedMs = performance.now();
    secrets.push(secretIn(await seller.rotate(channelId, graceMs / 1_000)));
    const answeredMs = performance.now();
    const inGrace = await seller.test(channelId);
    await until('the grace time is over', () => performance.now() > answeredMs + graceMs);
    const hasArrived = (id: string | undefined) => fleet.receiver.arrivals(path).some((one) => one.id === id);
    const [afterGrace] = await seller.tests(channelId, 1);
    await until('it has arrived', () => hasArrived(afterGrace));
    // Without grace.
    secrets.push(secretIn(await seller.rotate(channelId, 0)));
    const [afterAll] = await seller.tests(channelId, 1);
    await more(10);
    counting.isOver = true;
    await flowing;
    await until('all have arrived', () => seller.areAll('DELIVERED', channelId));

    const arrivals = fleet.receiver.arrivals(path);
    for (const one of arrivals) assert.notDeepEqual(signersOf(one, secrets), [], one.id);
    const signersById = (id: string | undefined) =>
      arrivals.filter((one) => one.id === id).map((one) => signersOf(one, secrets));
    assert.deepEqual(signersOf(arrivals[0] as Arrival, secrets), [0]);
    assert.deepEqual(signersById(inGrace), [[0, 1]]);
    assert.deepEqual(signersById(afterGrace), [[1]]);
    assert.deepEqual(signersById(afterAll), [[2]]);
    for (const one of arrivals.filter(({ atMs }) => atMs < askedMs)) assert.deepEqual(signersOf(one, secrets), [0]);
    assert.ok(arrivals.some((one) => signersOf(one, secrets).length === 2));
  });
});

/** Under which of the secrets a request verifies, judged by the library that receivers use. */
function signersOf({ headers, body }: Arrival, secrets: readonly string[]): number[] {
  const signatures = headers['webhook-signature']?.split(' ') ?? [];
  const good = [...secrets.keys()].filter((at) => {
    try {
      new Webhook(secrets[at] as string).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  });
  assert.equal(signatures.length, good.length, 'a signature for each, and no other');
  return good;
}
