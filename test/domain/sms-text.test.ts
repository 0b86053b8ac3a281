import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fit, isGsm7, partsOf } from '../../src/domain/notifications/texts/sms-text.ts';

describe('the 7-bit alphabet', () => {
  const table: [text: string, isIn: boolean][] = [
    ['', true],
    ['Price 12.34 EUR, 100 % & more?', true],
    ['line\r\nline', true],
    ['[a] {b} ~ | \\ ^ €', true],
    ['ÄÖÜäöüßñàéèùìòÅåÆæØøÉÇ ¡¿§¤ ΔΦΓΛΩΠΨΣΘΞ', true],
    // Capital Ç is in the alphabet, small ç is not; neither are these lookalikes.
    ['ç', false],
    ['`', false],
    ['…', false],
    ['“quoted”', false],
    ['tab\t', false],
    ['\x1b', false],
    ['Цена', false],
    ['価格', false],
    ['🧦', false],
  ];
  for (const [text, isIn] of table) {
    it(`${isIn ? 'contains' : 'does not contain'} ${JSON.stringify(text)}`, () => assert.equal(isGsm7(text), isIn));
  }

  it('has 127 characters of length one and ten of length two', () => {
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter(isGsm7);
    // One of several parts holds 153 characters, or 76 of length two.
    const wide = all.filter((one) => partsOf(one.repeat(81)) === 2);
    assert.deepEqual([all.length, wide.join('')], [137, '\f[\\]^{|}~€']);
  });
});

describe('the number of parts', () => {
  const table: [what: string, text: string, parts: number][] = [
    ['nothing', '', 1],
    ['160 in 7 bits', 'x'.repeat(160), 1],
    ['161 in 7 bits', 'x'.repeat(161), 2],
    ['306 in 7 bits', 'x'.repeat(306), 2],
    ['307 in 7 bits', 'x'.repeat(307), 3],
    ['80 of length two', '€'.repeat(80), 1],
    ['81 of length two', '€'.repeat(81), 2],
    // The 77th would be split between two parts.
    ['152 of length two', '€'.repeat(152), 2],
    ['153 of length two', '€'.repeat(153), 3],
    ['70 in UCS-2', 'ц'.repeat(70), 1],
    ['71 in UCS-2', 'ц'.repeat(71), 2],
    ['134 in UCS-2', 'ц'.repeat(134), 2],
    ['135 in UCS-2', 'ц'.repeat(135), 3],
    ['one that is not in the alphabet', `${'x'.repeat(134)}ц`, 3],
    ['35 emoji', '🧦'.repeat(35), 1],
    // A surrogate pair is not split: 33 in a part.
    ['66 emoji', '🧦'.repeat(66), 2],
    ['67 emoji', '🧦'.repeat(67), 3],
  ];
  for (const [what, text, parts] of table) it(`${what}: ${parts}`, () => assert.equal(partsOf(text), parts));
});

describe('a text that is too long', () => {
  it('is cut and ends with three dots', () => {
    assert.equal(fit('x'.repeat(460), 3), `${'x'.repeat(456)}...`);
    assert.equal(fit('x'.repeat(459), 3), 'x'.repeat(459));
    assert.equal(fit('ц'.repeat(300), 3), `${'ц'.repeat(198)}...`);
    // No space before the dots.
    assert.equal(fit(`${'x'.repeat(155)}  ${'y'.repeat(20)}`, 1), `${'x'.repeat(155)}...`);
  });

  it('is not cut within a grapheme', () => {
    const family = '👨‍👩‍👧';
    assert.equal(fit(family.repeat(20), 1), `${family.repeat(8)}...`);
    assert.equal(fit('e\u0301'.repeat(60), 1), `${'e\u0301'.repeat(33)}...`);
  });

  it('is cut to the greatest length that fits', () => {
    const characters = fc.constantFrom('a', ' ', '€', 'ц', '🧦', '価', '\n');
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 700 }), fc.integer({ min: 1, max: 4 }), (list, maxParts) => {
        const text = list.join('');
        const cut = fit(text, maxParts);
        assert.ok(partsOf(cut) <= maxParts);
        if (cut === text) return;
        assert.ok(cut.endsWith('...') && text.startsWith(cut.slice(0, -3)));
        const next = list.slice(0, Array.from(cut).length - 3 + 1).join('');
        // One more grapheme would not fit, unless only trimmed white space follows.
        assert.ok(partsOf(`${next}...`) > maxParts || next.trimEnd().length < next.length);
      }),
    );
  });
});
