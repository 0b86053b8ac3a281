import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containing } from '../../src/domain/text-search.ts';

test('a text is found in any case, composed or not, and no character is a wildcard', () => {
  const found = [
    ['pan', 'Cast iron PAN'],
    ['CRÈME', 'crème brûlée'],
    ['cre\u0300me', 'Crème'],
    ['Crème', 'CRE\u0300ME'],
    ['ΟΔΟΣ', 'Μία οδος εδώ'],
    ['οδός', 'ΟΔΌΣ'],
    ['strasse', 'Straße'],
    ['İ', 'i\u0307stanbul'.toUpperCase()],
    ['İSTANBUL', 'İstanbul'],
    ['100%', 'at 100% cotton'],
    ['😀', 'a 😀 face'],
    ['', 'anything'],
  ] as const;
  for (const [query, text] of found) assert.equal(containing(query)(text), true, `${query} in ${text}`);
  const missing = [
    ['%', 'pan'],
    ['p_n', 'pan'],
    ['p*', 'pan'],
    ['.', 'pan'],
    ['pan ', 'pan'],
    ['e', 'é'],
  ] as const;
  for (const [query, text] of missing) assert.equal(containing(query)(text), false, `${query} in ${text}`);
});
