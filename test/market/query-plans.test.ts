// run: without coverage

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AuditLog } from '../../src/audit/audit-log.ts';
import { keepAudit } from '../../src/audit/retention.ts';
import { seedRecords } from '../../src/cli/seed/records.ts';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { refreshStatistics } from '../../src/db/table-statistics.ts';
import { CREDENTIAL_TYPES } from '../../src/domain/authorization/expiring-credential.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { boxNames } from '../../src/domain/pricing/decision.ts';
import { seenBy } from '../../src/domain/pricing/offers.ts';
import { insertAccount } from '../../src/idp/accounts.ts';
import { adapterOver } from '../../src/idp/adapter.ts';
import {
  createApplication,
  removeApplication,
  rotateApplicationSecret,
  setApplicationDisabled,
} from '../../src/idp/application-changes.ts';
import { cleanUp } from '../../src/idp/cleanup.ts';
import { insertClient } from '../../src/idp/clients.ts';
import { connectionsOf, withdraw } from '../../src/idp/connections.ts';
import { recordDevice } from '../../src/idp/devices.ts';
import { endingCredentials } from '../../src/idp/expiring-credentials.ts';
import { acceptInvitation } from '../../src/idp/invitation-acceptance.ts';
import { invitationLink, invite, openInvitations, withdrawInvitation } from '../../src/idp/invitations.ts';
import { queueExpiryMails } from '../../src/idp/mail/expiry-mails.ts';
import { queueMail } from '../../src/idp/mail/mail-queue.ts';
import { secretsOfMember } from '../../src/idp/member-possessions.ts';
import { lastSignIns, membershipsOf } from '../../src/idp/members.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { applicationsOf } from '../../src/idp/own-applications.ts';
import { ownDataOf, removeOwnData } from '../../src/idp/own-data.ts';
import { rotateSecret } from '../../src/idp/secret-rotation.ts';
import { digest } from '../../src/idp/secrets.ts';
import { endOneSession } from '../../src/idp/sessions.ts';
import { insertAttempt, signInsOf } from '../../src/idp/sign-in-attempts.ts';
import { changeRole, removeMember } from '../../src/idp/team.ts';
import { createLog } from '../../src/log/log.ts';
import { Intake } from '../../src/market/intake/intake.ts';
import { openMarket } from '../../src/market/market.ts';
import { assignBoardGroups } from '../../src/market/projections/boards/board-groups.ts';
import { keepHistory } from '../../src/market/projections/history/retention.ts';
import { keepTerms } from '../../src/market/projections/terms/terms-retention.ts';
import { followGrants } from '../../src/notifications/applications/application-access.ts';
import { ApplicationUse } from '../../src/notifications/applications/application-use.ts';
import { publishExpiring } from '../../src/notifications/applications/credential-notices.ts';
import { endUnused } from '../../src/notifications/applications/unused-applications.ts';
import { latestEngineTime } from '../../src/notifications/engine-time.ts';
import { applyRetention } from '../../src/notifications/retention/delivery-retention.ts';
import { keepEvents } from '../../src/notifications/retention/event-retention.ts';
import { deliveryCheck } from '../../src/roles/commands/doctor/deliveries.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { type Permitted, wideReads } from '../db/query-plans.ts';
import { recording } from '../db/recorded-statements.ts';
import { offered } from '../domain/market.ts';
import { useFactors } from '../idp/factors/every-statement.ts';
import { useOperators } from '../idp/operator-statements.ts';
import { notificationsOn } from '../notifications/notification-store.ts';
import { queued, queueOnly, receive } from './queued-events.ts';

const permitted: Permitted[] = [
  {
    statement: /UPDATE lane SET due_ms = CASE destination\.status/,
    step: / delivery_open(_test)? /,
    because:
      'it reads past expired deliveries of a destination: retention settles them, and sets a lane once for all of them',
  },
  {
    statement:
      /FROM \(SELECT \* FROM delivery WHERE channel_id = \$1 AND settled_ms IS NULL ORDER BY due_ms LIMIT 5000\) AS delivery/,
    step: /delivery/,
    because: 'at most 5,000 open deliveries are sorted',
  },
  {
    statement: /^DELETE FROM destination WHERE channel_id = \$1$/,
    step: / delivery_notification /,
    because: 'SQLite looks for rows that refer to the destination: retention has removed them before',
  },
  {
    statement: /^WITH RECURSIVE walk /,
    step: / delivery_open\b/,
    because:
      'it takes the first entry of each destination, and SQLite counts by destination: the LIMIT of all ends that',
  },
  {
    statement: /ORDER BY expires_at, id LIMIT 200\) AS [sg] LEFT JOIN/,
    step: /^SCAN [sg]$/,
    because: 'it is a page of secrets or accesses: at most 200',
  },
  {
    statement: /FROM idp_operator_right WHERE account_id > \$1 ORDER BY account_id LIMIT \$2\) p JOIN/,
    step: /^SCAN p$/,
    because: "it is a page of the operator's people",
  },
  {
    statement: /NOT EXISTS \(SELECT 1 FROM event_receiver WHERE seller_id > ''\)/,
    step: /^Seq Scan of event_receiver /,
    because: 'the first row is enough, and each fulfils the condition',
  },
];

/** Receipts of changes that do not wait: PostgreSQL reads an empty table as a whole. */
async function addReceipts(db: Db): Promise<void> {
  const rows = Array.from({ length: 2_000 }, (_, n) => [`chg_${n}`, `SKU-${n}`]);
  await db.many(
    `INSERT INTO price_change (id, call_id, marketplace_id, seller_id, seller_group, sku, state, asked, client_id, is_console, request_id,
       created_ms)
     SELECT column1, column1, 'STORE_US', 'S', 0, column2, 'APPLIED', '{}', 'app', 0, 'r', 1 FROM (VALUES {rows: text, text}) AS k`,
    rows,
  );
  await refreshStatistics(db);
}

withEngines('query plans', (engine) => {
  testOnSqliteOrInTorture(engine)('no statement of the market scans a table, or all of a marketplace', async () => {
    const database = await engine.migrated();
    const { db, statements } = recording(await database.open());
    const market = openMarket(db, Date.now);
    const records = Array.from(seedRecords({ items: engine.name === 'sqlite' ? 300 : 60, sellers: 20, seed: 5 }));
    const load = async (list: object[], boards: 'now' | 'later' | 'bulk') => {
      const intake = await Intake.open(market, {
        boards,
        batchSize: 500,
        onReject: (_line, { reason }) => assert.fail(reason),
      });
      for (const [n, record] of list.entries()) await intake.take(n, record);
      await intake.flush();
    };
    await load(records, 'bulk');
    statements.clear();

    // Every operation of the market.
    const [anOffer, ...offers] = records.filter(({ kind }) => kind === 'offer') as Record<string, string>[];
    const changed = { ...anOffer, quantity: 77 };
    await load([changed, ...offers.slice(0, 50).map((one) => ({ ...one, quantity: 78 }))], 'later');
    await load(
      [
        { ...changed, quantity: 79 },
        { ...changed, op: 'delete' },
      ],
      'now',
    );
    const aSeller = records.find(({ kind }) => kind === 'seller');
    await load([{ ...aSeller, feedbackCount: 5 }], 'now');
    while (await market.maintenance.propagateSellerChanges());
    while ((await market.maintenance.refreshDue()) > 0);
    await market.maintenance.refreshGaps(1);
    while ((await market.maintenance.refreshGaps()) > 0);
    await market.maintenance.refreshDue(1, 'by date');
    await market.maintenance.nextDueInMs();
    const someRanges = [0, 3, 7];
    await market.maintenance.refreshDue(5, 'all', someRanges);
    await market.maintenance.refreshDue(5, 'by date', someRanges);
    await market.maintenance.nextDueInMs(someRanges);
    await assignBoardGroups(db);
    await market.maintenance.refreshOutdated({ marketplaceId: '', itemId: '' });
    const key = { marketplaceId: 'STORE_US', sellerId: offers[0]?.sellerId ?? '', sku: offers[0]?.sku ?? '' };
    for (const customer of ['Consumer', 'Business'] as const) {
      await market.reader.listing(key, customer, 'New');
      await market.reader.itemBoard({ marketplaceId: 'STORE_US', itemId: offers[0]?.itemId ?? '' }, customer, 'New');
      await market.reader.productsBySku([key], { customer });
      await market.reader.productsWithOwnOfferTexts([key]);
      await market.reader.productsByItem(
        key.sellerId,
        [{ marketplaceId: 'STORE_US', itemId: offers[0]?.itemId ?? '' }],
        {
          customer,
        },
      );
    }
    for (const sort of ['sku', 'price', 'gap'] as const) {
      const page = { ...key, sort, descending: false, states: [], limit: 20 };
      await market.listings.page(page);
      await market.listings.page({ ...page, states: ['losing'], query: key.sku });
    }
    await market.listings.counts('STORE_US', key.sellerId);
    await market.listings.counts('STORE_US', key.sellerId, 'a');
    await market.reader.listingPositions([key]);
    await market.limits.set(key, [{ sku: key.sku, wanted: { minimumPriceMinor: 1 } }], false);
    await market.limits.of([key], 'without cost');
    await market.limits.page(key, { after: '', limit: 10, cost: 'without cost' });
    await market.limits.set(key, [{ sku: key.sku, wanted: {} }], true);
    await market.facts.seller(key.sellerId);
    await market.facts.listingForFees(key);
    const itemKey = { marketplaceId: 'STORE_US', itemId: offers[0]?.itemId ?? '' };
    await market.listings.ofItem(itemKey, key, 21);
    await market.facts.item(itemKey);
    await market.facts.itemForFees(itemKey, key.sellerId);
    await market.facts.itemsForFees([itemKey, itemKey], key.sellerId);
    await market.facts.ownOffers(key.sellerId, itemKey);
    const [aDay, never] = [DAY_MS, 4_000];
    for (const customer of ['Consumer', 'Business'] as const) {
      const box = { ...itemKey, condition: 'New', customer, offerType: 'B2C' } as const;
      const { next } = await market.history.steps(box, { fromMs: 0, untilMs: Date.now() + aDay }, 1);
      await market.history.steps(box, { fromMs: 0, untilMs: Date.now() + aDay, after: next ?? { atMs: 0, id: 0 } }, 5);
      await market.history.newestSteps(box, 0, 5);
    }
    await load([{ ...offers[0], listingPrice: 1_234 }], 'now');
    await market.listings.ownPrices({ ...key, ...itemKey }, { fromMs: 0, untilMs: Date.now(), isFirst: true });
    await market.listings.newestOwnPrices({ ...key, ...itemKey }, { sinceMs: 0, nowMs: Date.now(), limit: 5 });
    await keepTerms(db, Date.now() + aDay, 0);
    await market.history.boxPrices([itemKey], 30);
    await market.history.listingShares('STORE_US', key.sellerId, [key.sku], 0);
    await market.history.sellerShares('STORE_US', key.sellerId, 0);
    await keepHistory(db, Date.now(), never);
    await keepHistory(db, Date.now() + 9 * aDay, 1);

    await receive(db, [key.sellerId]);
    const box = { condition: 'New', customer: 'Consumer', offerType: 'B2C' } as const;
    // Statements of the test itself, which empties the queue and lists it.
    const known = new Set(statements.keys());
    await queueOnly(db, [
      queued({ ...itemKey, kind: 'BUY_BOX_CHANGED', named: [key.sellerId], facts: { box, before: null, after: null } }),
    ]);
    for (const statement of statements.keys())
      if (!known.has(statement) && !/INSERT/.test(statement)) statements.delete(statement);
    await db.transaction(async (tx) => {
      const events = await market.events.next(tx, 10, [{ marketplaceId: 'STORE_US', itemId: 'OTHER' }]);
      const concerned = await market.events.sellersOf(tx, events, 5);
      assert.equal((await market.events.partsOf(tx, events, concerned)).length, 1);
      await market.events.advance(tx, events[0]?.id ?? 0, key.sellerId);
      await market.events.finish(tx, [events[0]?.id ?? 0]);
    });
    await market.events.depth();
    await market.events.next(db, 10, [], someRanges);
    await market.events.assignGroups();
    await db.transaction((tx) => market.feeEvents.nextBatch(tx, Date.now(), 100, someRanges));

    assert.ok(statements.size > 25, `${statements.size} statements`);
    const recorded = new Map(statements);
    await addReceipts(db);
    assert.deepEqual(await wideReads(db, recorded, permitted), []);
  });

  // PostgreSQL says in another way what it searches by.
  if (engine.name === 'sqlite')
    test('the place of an offer is counted by an index alone, in its order', async () => {
      const database = await engine.migrated();
      const { db, statements } = recording(await database.open());
      const market = openMarket(db, Date.now);
      statements.clear();
      const seen = seenBy('Business', offered({ businessPriceMinor: 900 }));
      for (const box of boxNames('New')) assert.equal(await market.listings.eligibleBefore(box, seen), 0);
      const steps: { detail: string }[] = [];
      for (const { sql, rows = [] } of [...statements.values()].filter(({ sql }) => !sql.startsWith('EXPLAIN')))
        steps.push(...(await db.many<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, rows.slice(0, 1))));
      const before = (group: string, landed: string) =>
        `(marketplace_id=? AND item_id=? AND ${group}=? AND (${landed},standing,seller_id,sku)<(?,?,?,?))`;
      assert.deepEqual(
        steps.map(({ detail }) => detail).filter((detail) => detail.startsWith('SEARCH')),
        [
          `SEARCH offer USING COVERING INDEX offer_rank ${before('rank_group', 'landed_minor')}`,
          `SEARCH offer USING COVERING INDEX offer_business_rank ${before('business_group', 'business_landed')}`,
        ],
      );
    });

  test('no statement of notifications scans the log, or all open deliveries', async () => {
    const database = await engine.migrated();
    const { db, statements } = recording(await database.open());
    statements.clear();
    const { notifications, queue, clock, key, webhook, publish, settle } = notificationsOn(db);
    const plain = await database.open();
    await plain.run(
      `INSERT INTO message (message_id, channel_id, kind, created_ms, sent_ms) VALUES ('m', 'c', 'k', 1, 1)`,
    );
    await plain.run(`INSERT INTO message_count (day, whose, messages) VALUES (1, 'w', 1)`);
    await plain.run(
      `INSERT INTO report_schedule (seller_id, application, id, client_id, type, marketplace_ids, parameters, format, only_changes, hour,
         time_zone, created_ms, changed_ms, next_ms)
       VALUES ('S9', 'a', 'i', 'c', 'EVENTS', '[]', '{}', 'JSONL', 0, 1, 'UTC', 1, 1, 1)`,
    );
    await queueOnly(plain, [queued()]);

    const destination = await webhook('S1');
    const { destinationId } = destination;
    await publish('S1', 20);
    await settle((await queue.claim(5)).slice(0, 3), { result: 'delivered' });
    await settle(await queue.claim(5), { result: 'refused' });
    await queue.nextDueMs();
    await queue.depth();
    assert.ok((await queue.depth({ counted: 1, destinations: 5 })).isCapped, 'all statements about a long queue ran');
    await deliveryCheck.examine({ store: { db }, ports: [] } as never);
    const page = { limit: 5, fromMs: 1, untilMs: clock.now + 1 };
    for (const state of [undefined, 'DEAD', 'DELIVERED', 'PENDING'] as const) {
      const [first] = await notifications.log.deliveries(destinationId, { ...page, state });
      assert.ok(first);
      await notifications.log.deliveries(destinationId, { ...page, state, before: first });
    }
    const [one] = await notifications.log.deliveries(destinationId, { limit: 1 });
    await notifications.log.delivery({ sellerId: 'S1' }, one?.deliveryId ?? '');
    await notifications.redelivery.resend({ sellerId: 'S1' }, one?.deliveryId ?? '');
    await notifications.redelivery.recover(destination, 0);
    await notifications.destinations.list({ sellerId: 'S1' });
    await notifications.destinations.change({ sellerId: 'S1' }, destinationId, (same) => same);
    const made = await notifications.destinations.create({
      ...{ sellerId: 'S1', name: 'Queue', type: 'PULL', status: 'ACTIVE', isConfirmed: true },
      settings: { pull: { visibilityTimeoutSeconds: 30, retentionSeconds: 60 } },
    });
    const pullId = 'destination' in made ? made.destination.destinationId : '';
    await publish('S1', 3);
    const handles = (await notifications.pull.receive(pullId, 2, 1000)).map(({ receiptHandle }) => receiptHandle);
    await notifications.pull.changeVisibility(pullId, handles, 5);
    await notifications.pull.acknowledge(pullId, handles);
    const request = { caller: 'c', operation: 'o', key: 'k', body: {} };
    const test = {
      access: { sellerId: 'S1' },
      type: 'PULL',
      destinationId: undefined,
      content: { payloadVersion: '1' },
      marketplaceId: 'M',
    };
    await notifications.tests.send(test as never, request);
    await webhook('S1', { application: 'app', createdBy: 'app' });
    const now = () => clock.now;
    const sellerEvents = notifications.events;
    for (const isGranted of [false, true])
      await followGrants({ db, now, sellerEvents }, async () => ({ isGranted: () => isGranted, nameOf: () => 'App' }));
    const ends = { id: 'c', sellerId: 'S1', application: 'app', createdMs: 0, endsMs: clock.now + 20 * DAY_MS };
    for (let n = 0; n < 2; n += 1)
      await publishExpiring({ db, now, sellerEvents }, async (type) => ({ credentials: [{ ...ends, type }] }));
    const contactOf = async () => ({ email: 'a@shop.example' });
    for (let n = 0; n < 2; n += 1) {
      clock.now += 80 * DAY_MS;
      await endUnused({ db, key, now, sellerEvents, contactOf }, 90);
    }
    new ApplicationUse(db, now, (error) => assert.fail(String(error))).record({
      ...{ clientId: 'app', grant: 'delegated', sellerId: 'S1', rights: new Set() },
    });
    await notifications.destinations.remove({ sellerId: 'S1' }, destinationId);
    await notifications.events.page({ sellerId: 'S1' }, { after: 0, limit: 5, maxBytes: 10_000 });
    await notifications.replay.replay({ access: { sellerId: 'S1' }, destinationId: pullId }, { fromSequence: 1 });
    await keepEvents(db, clock.now + 40 * DAY_MS, { eventMs: 1, logMs: 1 });
    await applyRetention(db, clock.now + 1, 0);
    await latestEngineTime(db);

    assert.ok(statements.size > 30, `${statements.size} statements`);
    assert.deepEqual(await wideReads(db, new Map(statements), permitted), []);
  });

  test('no statement of the audit log or of the cleanup of the provider scans a table', async () => {
    const { db, statements } = recording(await (await engine.migrated()).open());
    const log = new AuditLog(db);
    const who = { who: { type: 'service', id: 'worker' }, from: 'host' } as const;
    await log.append({ ...who, atMs: 1, operation: 'backup', outcome: 'done', details: {} });
    await log.page({ limit: 5 });
    await log.page({ limit: 5, who: ['worker'], before: { atMs: 9, number: 9 } });
    await log.page({ limit: 5, who: ['worker', 'op'], operation: 'import' });
    await log.sellerPage({ sellerId: 'S1', limit: 5, before: { atMs: 9, entryId: 'x' } });
    await log.extent();
    await keepAudit(db, { ...who, nowMs: 400 * DAY_MS, days: 1 });
    assert.ok(statements.size > 8, `${statements.size} statements`);
    assert.deepEqual(await wideReads(db, new Map(statements), permitted), []);

    const provider = recording(await (await engine.fresh()).open());
    await migrate(provider.db, idpMigrations);
    await insertClient(provider.db, { id: 'c', kind: 'dynamic', metadata: {}, secret: 's', demo: false, createdAt: 1 });
    await provider.db.run(`INSERT INTO idp_record (kind, id, payload, created_at) VALUES ('Grant', 'g', '{}', 1)`);
    await provider.db.run(
      `INSERT INTO idp_link (id, kind, account_id, created_at, expires_at) VALUES ('l', 'reset', 'a', 1, 1)`,
    );
    await provider.db.run(
      `INSERT INTO idp_sign_in (id, account_id, device, address, signed_in_at) VALUES ('s', 'a', 'd', '::1', 1)`,
    );
    await insertAttempt(provider.db, { atMs: 1, outcome: 'signed in', device: 'd', address: '::1' });
    await recordDevice(provider.db, { accountId: 'a', deviceId: 't', nowMs: 1 });
    await queueMail(provider.db, { kind: 'new device', accountId: 'a' }, 1);
    await provider.db.run(
      `INSERT INTO idp_invitation (id, seller_id, email, role, invited_by, created_at, expires_at)
       VALUES ('i', 'S1', 'b@x', 'analyst', 'm', 1, 1)`,
    );
    await provider.db.run("INSERT INTO idp_throttle (id, attempts, blocked_until, expires_at) VALUES ('t', 1, 1, 1)");
    provider.statements.clear();
    await cleanUp(provider.db, Date.now());
    assert.equal(provider.statements.size, 12);
    const rotation = { clientId: 'd', overlapMs: 1, expiresAt: undefined, now: 2 };
    await insertClient(provider.db, { id: 'd', kind: 'seller', metadata: {}, secret: 's', createdAt: 1 });
    await rotateSecret(provider.db, rotation);
    const account = { id: 'a', email: 'a@x', passwordHash: 'x', sellerId: 'S1', createdAt: 1 };
    await provider.db.transaction((tx) => insertAccount(tx, account));
    for (const type of CREDENTIAL_TYPES) await endingCredentials(provider.db, type, 1);
    await insertClient(provider.db, {
      ...({ id: 'e', kind: 'seller', sellerId: 'S1', metadata: {}, secret: 's' } as const),
      ...{ createdAt: 1, secretExpiresAt: 20 * DAY_MS },
    });
    for (const days of [14, 40]) await queueExpiryMails(provider.db, days * DAY_MS);
    const adapters = adapterOver(provider.db, { refreshGraceSeconds: 0, now: Date.now, log: createLog('silent') });
    for (const kind of ['Grant', 'AccessToken', 'Session']) await adapters(kind).find('x');
    await adapters('Session').upsert('s', { kind: 'Session', accountId: 'a', uid: 'u', loginTs: 1 }, 60);
    await recordDevice(provider.db, { accountId: 'a', deviceId: 't', nowMs: 1 });
    await insertAttempt(provider.db, { atMs: 1, accountId: 'a', outcome: 'signed in', device: 'd', address: '::1' });
    for (const accountId of [undefined, 'a']) await signInsOf(provider.db, { accountId, limit: 5 });
    await ownDataOf(provider.db, 'a', 1);
    await endOneSession(provider.db, { id: digest('u'), accountId: 'a' });
    const [member] = await membershipsOf(provider.db, 'a');
    assert.ok(member);
    await adapters('Grant').upsert('g', { kind: 'Grant', accountId: member.id, clientId: 'c' }, 60);
    await useFactors(provider.db, 'a');
    await useOperators(provider.db);
    const nothing = async () => {};
    const application = { sellerId: 'S1', actorId: member.id, clientId: 'own', now: 1 };
    const created = { ...application, name: 'ERP', named: [], secretExpiresAt: undefined };
    assert.equal(typeof (await createApplication(provider.db, created, nothing)), 'object');
    await applicationsOf(provider.db, 'S1');
    const secrets = { ...application, secretsVersion: 0, overlapMs: 1, expiresAt: undefined };
    assert.equal(typeof (await rotateApplicationSecret(provider.db, secrets, nothing)), 'object');
    assert.equal(await setApplicationDisabled(provider.db, { ...application, state: 'disabled' }, nothing), 'done');
    assert.equal(await removeApplication(provider.db, application, nothing), 'done');
    await connectionsOf(provider.db, member, 1);
    assert.equal(await withdraw(provider.db, member, 'c', nothing), 1);
    const change = { sellerId: 'S1', memberId: member.id };
    await changeRole(provider.db, { ...change, role: 'owner', now: 2 }, async () => {});
    const maker = { atMs: 2, who: { type: 'member', id: member.id }, from: '::1' } as const;
    for (const email of ['b@x', 'c@x']) await invite(provider.db, { sellerId: 'S1', email, role: 'analyst' }, maker);
    const [accepted, withdrawn] = await openInvitations(provider.db, 'S1', 2);
    const link = await invitationLink(provider.db, accepted?.id ?? '', 2);
    await acceptInvitation(provider.db, link?.token ?? '', { passwordHash: 'x' }, { nowMs: 2, from: '::1' });
    await withdrawInvitation(provider.db, { sellerId: 'S1', id: withdrawn?.id ?? '' }, maker);
    assert.equal((await lastSignIns(provider.db, 'S1')).size, 1);
    assert.equal((await secretsOfMember(provider.db, member, 2)).length, 0);
    await removeMember(provider.db, { ...change, now: 2 }, async () => {});
    await removeOwnData(provider.db, 'a');
    assert.deepEqual(await wideReads(provider.db, new Map(provider.statements), permitted), []);
  });

  test('a scan whose LIMIT may find nothing counts as one, and one whose first entries fulfil it does not', async () => {
    const { db, webhook, publish } = notificationsOn(await (await engine.migrated()).open());
    await webhook('S1');
    await publish('S1');
    const found = async (sql: string) =>
      (await wideReads(db, new Map([[sql, { sql, rows: undefined, params: [], runs: 1 }]]), [])).length > 0;
    const order = 'ORDER BY seller_id, created_ms, channel_id';
    for (const [sql, isWide] of [
      [`SELECT seller_id FROM destination ${order} LIMIT 5`, false],
      [`SELECT seller_id FROM destination WHERE name = 'x' ${order} LIMIT 5`, true],
      [`SELECT DISTINCT name FROM destination LIMIT 5`, true],
      [`SELECT seller_id FROM destination ORDER BY name LIMIT 5`, true],
      [`SELECT seller_id FROM destination WHERE suspension = 'SELLER_DISABLED' LIMIT 1`, false],
      [`SELECT seller_id FROM destination WHERE suspension = 'SELLER_DISABLED' AND name = 'x' LIMIT 1`, true],
      [`SELECT due_ms FROM delivery WHERE channel_id = 'c' AND settled_ms IS NULL ORDER BY due_ms LIMIT 1`, false],
      [
        `SELECT due_ms FROM delivery WHERE channel_id = 'c' AND settled_ms IS NULL AND expires_ms > 1 ORDER BY due_ms LIMIT 1`,
        true,
      ],
      [
        `INSERT INTO event_receiver (seller_id, latest_sequence, oldest_sequence, since_ms)
        SELECT DISTINCT destination.seller_id, 0, 1, 1 FROM destination WHERE destination.status <> 'DELETED' AND NOT EXISTS (
          SELECT 1 FROM event_receiver WHERE event_receiver.seller_id = destination.seller_id) LIMIT 100`,
        true,
      ],
    ] as const)
      assert.equal(await found(sql), isWide, sql);
  });
});
