import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Seller } from '../../../src/domain/market/seller.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { openMarket } from '../../../src/market/market.ts';
import { onEngine } from '../../db/engines.ts';
import { startApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { startProvider } from '../../harness/provider.ts';

const marketplaces = [
  { marketplaceId: 'STORE_CA', name: 'Store CA', countryCode: 'CA', currency: 'CAD', isDefault: false },
  { marketplaceId: 'STORE_US', name: 'Store US', countryCode: 'US', currency: 'USD', isDefault: true },
];
const seller: Seller = {
  ...{ sellerId: 'S1', plan: 'Professional', feedbackRating: 95, feedbackCount: 100, featuredMerchant: true },
};
const us = { marketplaceId: 'STORE_US', isParticipating: true, hasSuspendedListings: true };

onEngine('sqlite', 'GET /sellers/v4/marketplaceParticipations', (engine) => {
  async function participationsOf(stored: Seller[], token = 'seller') {
    const provider = await startProvider();
    const market = openMarket(await (await engine.migrated()).open(), Date.now);
    await market.writer.apply(
      [
        ...marketplaces.map((value) => ({ kind: 'marketplace', op: 'upsert', value }) as const),
        ...stored.map((value) => ({ kind: 'seller', op: 'upsert', value }) as const),
      ],
      { boards: 'now' },
    );
    const guards = { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) };
    const { app } = await startApp({
      groups: pathGroupsOf({ ...bareService, market }),
      guards,
    });
    const answer = await app.inject({
      url: '/sellers/v4/marketplaceParticipations',
      headers: { authorization: `Bearer ${token}` },
    });
    await app.close();
    await provider.close();
    return answer;
  }

  test('200 a seller without a list of participations takes part everywhere', async () => {
    const answer = await participationsOf([seller]);
    const participation = { isParticipating: true, hasSuspendedListings: false };
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(answer.json(), {
      payload: [
        {
          marketplace: {
            id: 'STORE_CA',
            name: 'Store CA',
            countryCode: 'CA',
            defaultCurrencyCode: 'CAD',
            isDefault: false,
          },
          participation,
        },
        {
          marketplace: {
            id: 'STORE_US',
            name: 'Store US',
            countryCode: 'US',
            defaultCurrencyCode: 'USD',
            isDefault: true,
          },
          participation,
        },
      ],
      priceChanges: 'off',
    });
  });

  const rows: [name: string, known: Seller[], expected: [boolean, boolean][]][] = [
    [
      '200 with a list: where it says so',
      [{ ...seller, participations: [us] }],
      [
        [false, false],
        [true, true],
      ],
    ],
    [
      '200 with an empty list: nowhere',
      [{ ...seller, participations: [] }],
      [
        [false, false],
        [false, false],
      ],
    ],
    [
      '200 unknown to the market: nowhere',
      [{ ...seller, sellerId: 'S9' }],
      [
        [false, false],
        [false, false],
      ],
    ],
  ];
  for (const [name, known, expected] of rows) {
    test(name, async () => {
      const { payload } = (await participationsOf(known)).json();
      const participations = payload.map((one: { participation: object }) => Object.values(one.participation));
      assert.deepEqual(participations, expected);
    });
  }

  test('200 with any one seller right', async () => {
    assert.equal((await participationsOf([seller], 'delegated')).statusCode, 200);
    assert.equal((await participationsOf([seller], 'no-rights')).statusCode, 403);
  });
});
