import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { guessableBecause } from '../../src/domain/guessable-key.ts';

describe('a key that can be guessed', () => {
  const guessable: [key: string, because: RegExp][] = [
    ['at least 32 random characters: openssl rand -base64 33', /placeholder/],
    ['$(openssl rand -base64 32) of the guide', /placeholder/],
    ['change me, change me, this is no key at all', /placeholder/],
    ['CHANGE-ME-4f1b8c2d9e7a6053bbd1c4e8f2a7', /placeholder/],
    ['change_me'.repeat(4), /placeholder/],
    ['my p4ssw0rd is password, and it is long enough', /placeholder/],
    ['x'.repeat(40), /fewer than 8 different/],
    ['abcabc1'.repeat(6), /fewer than 8 different/],
    ['0123456789abcdef'.repeat(3), /repeats itself/],
    ['operator-4711'.repeat(3), /repeats itself/],
    ['Tr0ub4dor&3'.repeat(4).slice(0, 40), /repeats itself/],
    ['abcdefghijklmnopqrstuvwxyz0123456789', /follow each other/],
    ['zyxwvutsrqponmlkjihgfedcba9876543210', /follow each other/],
    ['aabbccddeeffgghhiijjkkllmmnnooppqqrr', /follow each other/],
  ];
  for (const [key, because] of guessable)
    test(`${key}: ${because.source}`, () => {
      assert.match(guessableBecause(key) ?? 'good', because);
      assert.ok(!guessableBecause(key)?.includes(key.slice(0, 8)), 'the reason does not tell the key');
    });

  test('32 random bytes in base64, base64url or hexadecimal are none', () => {
    // Bytes that fast-check draws are no random ones: it likes 0 and 255.
    const bytes = fc.bigInt().map((drawn) => createHash('sha256').update(String(drawn)).digest());
    fc.assert(
      fc.property(bytes, fc.constantFrom('base64', 'base64url', 'hex'), (key, encoding) => {
        assert.equal(guessableBecause(key.toString(encoding)), undefined);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a sentence that only its author knows is none', () => {
    assert.equal(guessableBecause('seven purple herons argue about the price of tea'), undefined);
  });

  test('the documents show no key: what stands there is empty', () => {
    for (const file of ['settings.env', 'docs/operations.md', 'Containerfile', 'deploy/systemd/seller-service.service'])
      for (const [, shown = ''] of readFileSync(file, 'utf8').matchAll(/^[ #]*OPERATOR_KEY=(.*)$/gm))
        assert.equal(shown, '', file);
  });
});
