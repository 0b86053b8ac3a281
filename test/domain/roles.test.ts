import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BASIC_RIGHTS,
  NAMED_RIGHTS,
  OFFLINE_ACCESS,
  SELLER_RIGHTS,
  withBasicRights,
} from '../../src/domain/authorization/rights.ts';
import { rightsOfRole } from '../../src/domain/authorization/roles.ts';

const [READ_PRICES, READ_NOTIFICATIONS, WRITE_NOTIFICATIONS] = BASIC_RIGHTS;
const [WRITE_PRICES, WRITE_LIMITS, READ_COSTS, READ_ACCOUNT] = NAMED_RIGHTS;

describe('rights (decision 51)', () => {
  test('a list without a seller right is completed by the basic ones that are allowed, never by one by name only', () => {
    for (const scopes of [[], [OFFLINE_ACCESS]]) {
      assert.deepEqual(withBasicRights(scopes), [...scopes, ...BASIC_RIGHTS]);
      assert.deepEqual(withBasicRights(scopes, [READ_PRICES, WRITE_PRICES]), [...scopes, READ_PRICES]);
      assert.deepEqual(withBasicRights(scopes, SELLER_RIGHTS), [...scopes, ...BASIC_RIGHTS]);
      assert.deepEqual(withBasicRights(scopes, NAMED_RIGHTS), scopes);
    }
  });

  test('a list with any seller right stays as it is', () => {
    for (const right of SELLER_RIGHTS) assert.deepEqual(withBasicRights([right], SELLER_RIGHTS), [right]);
  });
});

describe('roles (decision 52)', () => {
  test('an owner has every right, a developer the basic ones', () => {
    assert.deepEqual(rightsOfRole('owner'), [...BASIC_RIGHTS, ...NAMED_RIGHTS]);
    assert.deepEqual(rightsOfRole('developer'), [...BASIC_RIGHTS]);
  });

  test('a manager changes prices and limits and sees costs, but not the account', () => {
    assert.deepEqual(rightsOfRole('manager'), [...BASIC_RIGHTS, WRITE_PRICES, WRITE_LIMITS, READ_COSTS]);
    assert.ok(!rightsOfRole('manager').includes(READ_ACCOUNT));
  });

  test('an analyst reads, and sees no costs', () => {
    assert.deepEqual(rightsOfRole('analyst'), [READ_PRICES, READ_NOTIFICATIONS]);
    assert.ok(!rightsOfRole('analyst').includes(WRITE_NOTIFICATIONS));
  });
});
