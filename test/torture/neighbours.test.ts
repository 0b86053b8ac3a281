import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { applyRetention } from '../../src/notifications/retention/delivery-retention.ts';
import { onOneOrBothEngines } from '../faults/engines-by-scale.ts';
import { Fleet, loggedProblems } from '../faults/fleet.ts';
import type { Seller } from '../faults/seller.ts';
import { freePort } from '../harness/free-port.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { type Arrival, gate, hang } from '../harness/receiver.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';

const PENDING = scaled(1_000, 10_000);
const PROBES = scaled(10, 60);
const TIMEOUT_MS = 3_000;

onOneOrBothEngines('postgres', 'a destination beside slow or dead ones', (engine) => {
  let fleet: Fleet;
  let service: ServiceProcess;
  before(async () => {
    // One seller may have a quarter of these in flight: with all of them it would block the others.
    const settings = { NOTIFY_TIMEOUT_MS: String(TIMEOUT_MS), NOTIFY_CONCURRENCY: '64' };
    fleet = await Fleet.on(await engine.fresh(), settings);
    service = await fleet.api('all');
  });
  after(() => fleet.close());

  const secretIn = (created: Awaited<ReturnType<Seller['webhook']>>) => created.webhookConfig.signing?.secret ?? '';

  /** The longest of several sequential deliveries to a healthy receiver, in milliseconds. */
  const longestDeliveryMs = async (seller: Seller, channelId: string, path: string): Promise<number> => {
    let longest = 0;
    for (let n = 0; n < PROBES; n += 1) {
      const startMs = performance.now();
      const id = await seller.test(channelId);
      await until('it has arrived', () => fleet.receiver.timesById(path).has(id));
      longest = Math.max(longest, performance.now() - startMs);
    }
    return longest;
  };
  /** Waiting behind a hanging receiver would take as long as its timeout. */
  const assertNotDelayed = (aloneMs: number, besideMs: number) =>
    assert.ok(besideMs < 3 * aloneMs + TIMEOUT_MS / 2, `${aloneMs} ms alone, ${besideMs} ms beside`);

  test('a hanging path of a host does not delay another path', async () => {
    const seller = fleet.seller('ORIGIN');
    const { channelId } = await seller.webhook(fleet.receiver.url('/quick'));
    const aloneMs = await longestDeliveryMs(seller, channelId, '/quick');
    const replies = gate();
    fleet.receiver.on('/stuck', replies.script);
    const stuck = await seller.webhook(fleet.receiver.url('/stuck'));
    await seller.tests(stuck.channelId, 5);
    await until('it hangs', () => replies.waiting === 5);
    assertNotDelayed(aloneMs, await longestDeliveryMs(seller, channelId, '/quick'));
    replies.open();
    await until('all are settled', () => seller.areAll('DELIVERED', stuck.channelId));
  });

  test('a destination that is deleted while deliveries are in flight gets no further delivery', async () => {
    const replies = gate();
    fleet.receiver.on('/deleted', replies.script);
    const seller = fleet.seller('DELETING');
    const { channelId } = await seller.webhook(fleet.receiver.url('/deleted'), { maxInFlight: 4 });
    await seller.tests(channelId, 12);
    await until('the limit of deliveries in flight is reached', () => replies.waiting === 4);
    const before = loggedProblems(service);
    await seller.remove(channelId);
    // Retention may run in between, in any process: then the rows are deleted before the answers arrive.
    await applyRetention(fleet.db, Date.now(), HOUR_MS);
    assert.equal(await fleet.count(channelId, 'SENDING'), 0);
    replies.open();
    await until('they are answered', () => fleet.receiver.arrivals('/deleted').every(({ isAnswered }) => isAnswered));

    const { channelId: healthy } = await seller.webhook(fleet.receiver.url('/healthy-neighbour'));
    await seller.tests(healthy, 40);
    await until('other destinations are served', () => seller.areAll('DELIVERED', healthy));
    assert.equal(fleet.receiver.arrivals('/deleted').length, 4);
    assert.deepEqual(loggedProblems(service), before);
    assert.equal((await seller.call('GET', `/destinations/${channelId}`)).status, 404);
    assert.equal(service.child.exitCode, null);
  });

  test('dead destinations with thousands of queued deliveries delay no other', async () => {
    const path = '/healthy';
    const seller = fleet.seller('HEALTHY');
    const { channelId } = await seller.webhook(fleet.receiver.url(path));
    const aloneMs = await longestDeliveryMs(seller, channelId, path);

    fleet.receiver.on('/hanging', hang);
    const dead = fleet.seller('DEAD');
    for (const url of [`http://127.0.0.1:${await freePort()}/`, fleet.receiver.url('/hanging')]) {
      const destination = await dead.webhook(url);
      await fleet.queue(destination.channelId, PENDING);
    }
    await until('it hangs', () => fleet.receiver.arrivals('/hanging').length > 0);
    assertNotDelayed(aloneMs, await longestDeliveryMs(seller, channelId, path));
    await until('all are settled', () => seller.areAll('DELIVERED', channelId));
    for (const one of (await dead.destinations()).channels) await dead.remove(one.channelId);
  });

  test('every request verifies while the secret is rotated, with both secrets during the grace period', async () => {
    const path = '/rotating';
    const seller = fleet.seller('ROTATING');
    const created = await seller.webhook(fleet.receiver.url(path));
    const { channelId } = created;
    const secrets = [secretIn(created)];
    const load = { isOver: false };
    const sendTests = async () => {
      while (!load.isOver) await seller.tests(channelId, 3);
    };
    const sending = sendTests();
    const arrived = () => fleet.receiver.arrivals(path).length;
    const more = (count: number) => {
      const before = arrived();
      return until('more have arrived', () => arrived() >= before + count);
    };
    await more(10);

    const graceMs = 2_000;
    const rotationStartMs = performance.now();
    secrets.push(secretIn(await seller.rotate(channelId, graceMs / 1_000)));
    const rotatedMs = performance.now();
    const inGrace = await seller.test(channelId);
    await until('the grace period is over', () => performance.now() > rotatedMs + graceMs);
    const hasArrived = (id: string | undefined) => fleet.receiver.arrivals(path).some((one) => one.id === id);
    const [afterGrace] = await seller.tests(channelId, 1);
    await until('it has arrived', () => hasArrived(afterGrace));
    // Without a grace period.
    secrets.push(secretIn(await seller.rotate(channelId, 0)));
    const [afterAll] = await seller.tests(channelId, 1);
    await more(10);
    load.isOver = true;
    await sending;
    await until('all have arrived', () => seller.areAll('DELIVERED', channelId));

    const arrivals = fleet.receiver.arrivals(path);
    for (const one of arrivals) assert.notDeepEqual(signersOf(one, secrets), [], one.id);
    const signersById = (id: string | undefined) =>
      arrivals.filter((one) => one.id === id).map((one) => signersOf(one, secrets));
    assert.deepEqual(signersOf(arrivals[0] as Arrival, secrets), [0]);
    assert.deepEqual(signersById(inGrace), [[0, 1]]);
    assert.deepEqual(signersById(afterGrace), [[1]]);
    assert.deepEqual(signersById(afterAll), [[2]]);
    for (const one of arrivals.filter(({ atMs }) => atMs < rotationStartMs))
      assert.deepEqual(signersOf(one, secrets), [0]);
    assert.ok(arrivals.some((one) => signersOf(one, secrets).length === 2));
  });
});

/** The indexes of the secrets under which a request verifies, by the library that receivers use. */
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
  assert.equal(signatures.length, good.length, 'one signature for each valid secret, and no other');
  return good;
}
