import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressKey } from '../../src/domain/address-key.ts';

describe('the key of an address', () => {
  const rows: [address: string | undefined, key: string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:50123', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2'],
    ['[2001:db8:1:2::9]:50123', '2001:db8:1:2'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['1:2:3:4:5:6:7::', '1:2:3:4'],
    ['unknown', 'unknown'],
    ['_hidden:1', '_hidden:1'],
    ['', ''],
    [undefined, 'gone'],
  ];
  for (const [address, key] of rows) test(`${address} counts as ${key}`, () => assert.equal(addressKey(address), key));
});
