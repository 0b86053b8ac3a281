// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressIn, pathOf, placeAt } from '../../console/address.ts';
import { preferredMarketplace } from '../../console/preferred-marketplace.ts';

const ORIGIN = 'https://sellers.example';

describe('an address of the console', () => {
  for (const [address, marketplaceId, path] of [
    ['/console', undefined, ''],
    ['/console/', undefined, ''],
    ['/console/listings/A%2FB', undefined, '/listings/A%2FB'],
    ['/console/marketplaces/STORE_US', 'STORE_US', ''],
    ['/console/marketplaces/STORE_US/', 'STORE_US', ''],
    ['/console/marketplaces/store.us-1/listings/A%2FB', 'store.us-1', '/listings/A%2FB'],
    ['/console/marketplaces/STORE_US/listings/marketplaces', 'STORE_US', '/listings/marketplaces'],
    ['/console/listings/marketplaces/STORE_US', undefined, '/listings/marketplaces/STORE_US'],
    ['/console/marketplaces', undefined, '/marketplaces'],
    ['/console/marketplaces/%20/fees', undefined, '/marketplaces/%20/fees'],
  ] as const)
    it(`${address} shows ${path || 'the overview'} of ${marketplaceId ?? 'no named marketplace'}`, () => {
      const place = placeAt('/console', `${ORIGIN}${address}?q=x#top`);
      assert.deepEqual([place.marketplaceId, place.path, place.query.get('q')], [marketplaceId, path, 'x']);
      if (marketplaceId) assert.equal(pathOf('/console', place), address.replace(/\/$/, ''));
    });

  it('may be below a path of a proxy', () => {
    const place = placeAt('/shop/console', `${ORIGIN}/shop/console/marketplaces/STORE_US/fees`);
    assert.deepEqual([place.marketplaceId, place.path], ['STORE_US', '/fees']);
    assert.equal(pathOf('/shop/console', place), '/shop/console/marketplaces/STORE_US/fees');
  });

  it('of an earlier version, without a marketplace, gets one and keeps page, query and fragment', () => {
    const old = `${ORIGIN}/console/listings/A%2FB?price=12.50&days=30#offers`;
    const now = `${ORIGIN}/console/marketplaces/STORE_US/listings/A%2FB?price=12.50&days=30#offers`;
    assert.equal(addressIn('/console', old, 'STORE_US'), now);
    assert.equal(addressIn('/console', now, 'STORE_US'), now);
  });

  it('moves to another marketplace with its filters, but without amounts: they are in another currency', () => {
    const us = `${ORIGIN}/console/marketplaces/STORE_US/what-if?state=losing&strategy=setTo&amount=9.99&floor=5&price=1&shipping=2`;
    const ca = `${ORIGIN}/console/marketplaces/STORE_CA/what-if?state=losing&strategy=setTo`;
    assert.equal(addressIn('/console', us, 'STORE_CA'), ca);
  });
});

describe('the marketplace of an address that names none', () => {
  const one = (id: string, countryCode: string, isDefault = false) => ({
    ...{ id, name: id, currency: 'USD', countryCode, isDefault },
  });
  const all = [one('A_CA', 'CA'), one('B_DE', 'DE'), one('C_GB', 'GB', true), one('D_US', 'US')];
  const idOf = (chosen: readonly (string | null | undefined)[], ...languages: string[]) =>
    preferredMarketplace(all, { chosen, languages })?.id;

  it('is the last chosen one, if the seller still takes part in it', () => {
    assert.equal(idOf(['D_US'], 'de-DE'), 'D_US');
    assert.equal(idOf([undefined, 'D_US'], 'de-DE'), 'D_US');
    assert.equal(idOf(['ELSEWHERE', 'A_CA'], 'de-DE'), 'A_CA');
    assert.equal(idOf(['ELSEWHERE', null], 'de-DE'), 'B_DE');
  });

  it("is that of the reader's country, which the first language with a country names", () => {
    assert.equal(idOf([], 'fr-CA'), 'A_CA');
    assert.equal(idOf([], 'en', 'de-DE', 'en-US'), 'B_DE');
    assert.equal(idOf([], 'de'), 'B_DE', 'without any: where the language is spoken most');
    assert.equal(idOf([], 'de-AT', 'en-US'), 'C_GB', 'Austria has none, and the reader is not in the US');
  });

  it('is the default one, not the first by name', () => {
    for (const languages of [['ja-JP'], [], ['en-US@posix', 'c']]) assert.equal(idOf([], ...languages), 'C_GB');
  });

  it('is any when there is no default, and none when there is none', () => {
    assert.equal(preferredMarketplace(all.slice(0, 2), { chosen: [], languages: ['ja-JP'] })?.id, 'A_CA');
    assert.equal(preferredMarketplace([], { chosen: ['A_CA'], languages: ['fr-CA'] }), undefined);
  });
});
