import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { Fault } from '../../../src/domain/fault.ts';
import {
  type ListingsScope,
  readListingsToken,
  writeListingsToken,
} from '../../../src/http/routes/pricing/listings-token.ts';
import { ListingsQuery } from '../../../src/wire/pricing/position/listings-query.ts';

const scope: ListingsScope = { marketplaceId: 'M', sellerId: 'S', sort: 'price', descending: false, states: [] };

test('a token of any place is read as it was written, and is short enough to be sent', () => {
  const { maxLength } = ListingsQuery.properties.nextToken as { maxLength?: number };
  for (const sku of ['', 'a', 'DEMO/SKU 21,é', '"\\'.repeat(128), '😀'.repeat(256), '\ufeff', '\u2028']) {
    for (const start of [
      { part: 'rest' } as const,
      { part: 'exact', after: { value: -1, sku } } as const,
      { part: 'all', after: { value: Number.MAX_SAFE_INTEGER, sku } } as const,
    ]) {
      const token = writeListingsToken(scope, start);
      assert.deepEqual(readListingsToken(scope, token), start);
      assert.ok(token.length <= (maxLength ?? 0));
      assert.match(token, /^[\w-]+$/);
    }
  }
});

test('a forged token with the right checksum still has to have the values of a place', () => {
  const forge = (start: string) => {
    const owner = JSON.stringify(['M', 'S', 'price', false, [], null]);
    const checksum = hash('sha256', `${owner}\n${start}`, 'base64url').slice(0, 16);
    return Buffer.from(checksum + start).toString('base64url');
  };
  assert.deepEqual(readListingsToken(scope, forge('["all",1,"a"]')), { part: 'all', after: { value: 1, sku: 'a' } });
  for (const start of [
    ...['', 'null', '{}', '[]', '["none"]', '["all",1]', '["all",1.5,"a"]', '["all","1","a"]', '["all",1e300,"a"]'],
    ...['["all",1,2]', '["all",1,"a\\u0000"]', '["all",null,null]', '[["all"],1,"a"]', '["all",1,"a"'],
  ])
    assert.throws(() => readListingsToken(scope, forge(start)), Fault, start);
});
