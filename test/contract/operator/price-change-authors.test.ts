import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { createIdentity } from '../../../src/identity/oidc.ts';
import { insertClient, ownApplication } from '../../../src/idp/clients.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';
import { freshDb, serviceClient, startTestIdp, type TestIdp } from '../../idp/harness.ts';
import { person } from '../../idp/people.ts';
import { openPriceChanges, type PriceChangesApp, setTo } from '../pricing/price-changes-app.ts';

const SELLER = 'BOLT';
const EMAIL = 'anna@x.example';
const CONNECTED = 'carl@x.example';
const SELLERS_READ = 'operator~sellers~read';
/** Tokens that learn the names: an own application with every right, and an owner in the console. */
const NAMED = ['own.writes.BOLT', 'owner.of.BOLT'];
type Names = { ApplicationName?: string; MemberEmail?: string; MemberHasLeft?: boolean };

/** A real embedded provider behind the service; the tokens of callers are scripted. */
withEnginesInTorture('who made a price change, as people know them (decisions 53 and 55)', (engine) => {
  let pricing: PriceChangesApp;
  let idp: TestIdp;
  let tokens: Awaited<ReturnType<typeof startProvider>>;
  let own: ReturnType<typeof createIdentity>;
  let service: TestApp;
  let elsewhere: TestApp;
  let stopped: TestApp;
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;

  before(async () => {
    pricing = await openPriceChanges(engine);
    idp = await startTestIdp(await freshDb(engine));
    // The ids are those of the scripted tokens. The last one works for another seller.
    const people = [
      { name: 'anna', id: 'owner-of-BOLT', sellerId: SELLER },
      { name: 'carl', id: 'user-of-BOLT', sellerId: SELLER },
      { name: 'left', id: 'left-of-BOLT', sellerId: 'ACME' },
    ];
    for (const { name, id, sellerId } of people) {
      const memberId = await person(idp.db, name, 'owner', { sellerId });
      await idp.db.run('UPDATE idp_member SET id = $2 WHERE id = $1', [memberId, id]);
    }
    const app = { secret: 's', metadata: ownApplication, createdAt: Date.now() };
    const ofSeller = { ...app, kind: 'seller', sellerId: SELLER } as const;
    await insertClient(idp.db, { ...ofSeller, id: 'app-of-BOLT', name: '<b>Feed</b>' });
    await insertClient(idp.db, { ...app, id: 'repricer', kind: 'dynamic', name: 'Repricer' });
    tokens = await startProvider();
    const introspection = { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' } as const;
    own = createIdentity({ issuer: idp.issuer, introspection });
    const guards = { bearer: bearerGuard(tokens.identity, createRateLimits(GENEROUS_PLAN)) };
    const { market } = pricing;
    const withOperate = (operate: typeof own.operate) => {
      const parts = { ...bareService, market, consoleClientId: 'console', identity: { ...tokens.identity, operate } };
      return startApp({ groups: pathGroupsOf(parts), guards });
    };
    service = await withOperate(own.operate);
    elsewhere = await withOperate(tokens.identity.operate);
    stopped = await withOperate(bareService.identity.operate);
    mustFit = await documentedBy(service.app);
    const changes = ['own.writes.BOLT', 'owner.of.BOLT', 'repricer.writes.BOLT', 'left.of.BOLT', 'gone.writes.BOLT'];
    for (const [n, token] of changes.entries()) await pricing.one(token, 'pan-bolt', { strategy: setTo(18 + n / 100) });
  });
  after(async () => {
    await Promise.all([service, elsewhere, stopped].map(({ app }) => app.close()));
    await Promise.all([own.close(), tokens.close(), pricing.close()]);
    await idp.close();
  });

  const get = async (url: string, token: string, on = service) => {
    const answer = await on.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.statusCode, 200, answer.body);
    mustFit('GET', url.replace(/\?.*$/s, '').replace(`/${SELLER}/`, '/{sellerId}/'), answer);
    return answer;
  };
  /** Oldest first. */
  const ofSeller = async (token: string, query = 'names=true', on = service) => {
    const answer = await get(`/products/pricing/v4/priceChanges?${query}`, token, on);
    const receipts = answer.json().payload.Receipts as { ChangedBy: object; ChangedByNames?: Names }[];
    assert.equal(receipts.length, 5);
    return receipts.reverse();
  };
  const ofOperator = async (token = SELLERS_READ, on = service) => {
    const answer = await get(`/operator/v1/sellers/${SELLER}/priceChanges`, token, on);
    return (answer.json().priceChanges as { ChangedBy: object }[]).map(({ ChangedBy }) => ChangedBy).reverse();
  };

  test('200 the operator reads people by address, applications by name, and who is gone by the id', async () => {
    const carl = { MemberId: 'user-of-BOLT', Member: { email: CONNECTED } };
    const console = { Kind: 'member', ApplicationId: 'console', Application: { isRemoved: true } };
    assert.deepEqual(await ofOperator(), [
      { Kind: 'application', ApplicationId: 'app-of-BOLT', Application: { name: '<b>Feed</b>' } },
      { ...console, MemberId: 'owner-of-BOLT', Member: { email: EMAIL } },
      { Kind: 'application', ApplicationId: 'repricer', Application: { name: 'Repricer' }, ...carl },
      { ...console, MemberId: 'left-of-BOLT', Member: { email: 'left@x.example' } },
      { Kind: 'application', ApplicationId: 'gone', Application: { isRemoved: true }, ...carl },
    ]);
  });

  test('200 an owner and an own application with seller-api:account:read read the names of their seller, on request', async () => {
    for (const token of NAMED) {
      const receipts = await ofSeller(token);
      assert.deepEqual(
        receipts.map(({ ChangedByNames }) => ChangedByNames),
        [
          { ApplicationName: '<b>Feed</b>' },
          { MemberEmail: EMAIL },
          { ApplicationName: 'Repricer', MemberEmail: CONNECTED },
          // Works for another seller now: the address is not this seller's to know.
          { MemberHasLeft: true },
          { MemberEmail: CONNECTED },
        ],
        token,
      );
      for (const one of await ofSeller(token, '')) assert.equal(one.ChangedByNames, undefined);
    }
  });

  test('200 nobody else learns a name: no right, no application that somebody gave access', async () => {
    for (const token of ['alone~pricing-read.BOLT', 'for.BOLT', 'other.writes.BOLT', 'repricer.writes.BOLT']) {
      const answer = await get('/products/pricing/v4/priceChanges?names=true', token);
      assert.doesNotMatch(answer.body, /@|Feed|Repricer|ChangedByNames/, token);
    }
  });

  test('200 a provider that cannot tell leaves names out', async () => {
    for (const on of [elsewhere, stopped]) {
      for (const one of await ofSeller('owner.of.BOLT', 'names=true', on)) assert.equal(one.ChangedByNames, undefined);
      for (const by of await ofOperator(SELLERS_READ, on))
        assert.doesNotMatch(JSON.stringify(by), /name|email|Removed/);
    }
  });

  test('200 other sellers read nothing of it', async () => {
    const answer = await get('/products/pricing/v4/priceChanges?names=true', 'owner.of.ACME');
    assert.deepEqual(answer.json().payload.Receipts, []);
  });
});
