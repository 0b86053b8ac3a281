// run: without coverage

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holderOf } from '../../console/session/token-holder.ts';

const jwt = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

test('console: the holder of a token is the sub of a JWT, and unknown for every other text', () => {
  assert.equal(holderOf(jwt({ sub: 'seller-1', scope: 'a' })), 'seller-1');
  assert.equal(holderOf(jwt({ sub: 'Händler ÿ 店' })), 'Händler ÿ 店');
  const others = ['', 'opaque', 'a.b.c', 'a.%.c', jwt(null), jwt({}), jwt({ sub: '' }), jwt({ sub: 7 }), jwt([])];
  for (const other of others) assert.equal(holderOf(other), undefined, other);
});
