import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRecentSignIn } from '../../src/domain/authorization/recent-sign-in.ts';

const now = 1_800_000_000_000;

for (const [name, ageMs, expected] of [
  ['a sign-in of this moment is recent', 0, true],
  ['one of exactly 600 s ago is recent', 600_000, true],
  ['one of more than 600 s ago is not', 600_001, false],
  ["the provider's clock may be a minute ahead", -60_000, true],
  ['a sign-in in the future is none', -60_001, false],
] as const)
  test(name, () => assert.equal(isRecentSignIn(now - ageMs, now), expected));

test('a sign-in whose time is unknown is not recent', () => assert.equal(isRecentSignIn(undefined, now), false));
