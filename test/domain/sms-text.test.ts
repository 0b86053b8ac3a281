import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fit, isGsm7, partsOf } from '../../src/domain/notifications/sms-text.ts';

describe('the 7-bit alphabet', () => {
  const table: [text: string, isIn: boolean][] = [
    ['', true],
    ['Price 12.34 EUR, 100 % & more?', true],
    ['line\r\nline', true],
    ['[a] {b} ~ | \\ ^ €', true],
    ['ÄÖÜäöüßñàéèùìòÅåÆæØøÉÇ ¡¿§¤ ΔΦΓΛΩΠΨΣΘΞ', true],
    // Capital Ç is in it and the small one is not; nor are these, although they look alike.
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
    it(`${isIn ? 'has' : 'has not'} ${JSON.stringify(text)}`, () => assert.equal(isGsm7(text), isIn));
  }

  it('has 127 characters and ten that take two places', () => {
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter(isGsm7);
    // A part joined to others has 153 places: of those that take two it holds 76.
    const wide = all.filter((one) => partsOf(one.repeat(81)) === 2);
    assert.deepEqual([all.length, wide.join('')], [137, '\f[\\]^{|}~€']);
  });
});

describe('the parts of a text', () => {
  const table: [what: string, text: string, parts: number][] = [
    ['nothing', '', 1],
    ['160 in 7 bits', 'x'.repeat(160), 1],
    ['161 in 7 bits', 'x'.repeat(161), 2],
    ['306 in 7 bits', 'x'.repeat(306), 2],
    ['307 in 7 bits', 'x'.repeat(307), 3],
    ['80 that take two places', '€'.repeat(80), 1],
    ['81 that take two places', '€'.repeat(81), 2],
    // The 77th would begin at the last place of the first part.
    ['152 that take two places', '€'.repeat(152), 2],
    ['153 that take two places', '€'.repeat(153), 3],
    ['70 in UCS-2', 'ц'.repeat(70), 1],
    ['71 in UCS-2', 'ц'.repeat(71), 2],
    ['134 in UCS-2', 'ц'.repeat(134), 2],
    ['135 in UCS-2', 'ц'.repeat(135), 3],
    ['one that is not in the alphabet', `${'x'.repeat(134)}ц`, 3],
    ['35 emoji', '🧦'.repeat(35), 1],
    // A pair is not torn: 33 to a part.
    ['66 emoji', '🧦'.repeat(66), 2],
    ['67 emoji', '🧦'.repeat(67), 3],
  ];
  for (const [what, text, parts] of table) it(`${what}: ${parts}`, () => assert.equal(partsOf(text), parts));
});

describe('a text that is too long', () => {
  it('is cut, and says so', () => {
    assert.equal(fit('x'.repeat(460), 3), `${'x'.repeat(456)}...`);
    assert.equal(fit('x'.repeat(459), 3), 'x'.repeat(459));
    assert.equal(fit('ц'.repeat(300), 3), `${'ц'.repeat(198)}...`);
    // No gap before the dots.
    assert.equal(fit(`${'x'.repeat(155)}  ${'y'.repeat(20)}`, 1), `${'x'.repeat(155)}...`);
  });

  it('is not cut inside what a reader sees as one character', () => {
    const family = '👨‍👩‍👧';
    assert.equal(fit(family.repeat(20), 1), `${family.repeat(8)}...`);
    assert.equal(fit('e\u0301'.repeat(60), 1), `${'e\u0301'.repeat(33)}...`);
  });

  it('becomes as long as it can be, and no longer, whatever it is', () => {
    const characters = fc.constantFrom('a', ' ', '€', 'ц', '🧦', '価', '\n');
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 700 }), fc.integer({ min: 1, max: 4 }), (list, most) => {
        const text = list.join('');
        const cut = fit(text, most);
        assert.ok(partsOf(cut) <= most);
        if (cut === text) return;
        assert.ok(cut.endsWith('...') && text.startsWith(cut.slice(0, -3)));
        const next = list.slice(0, Array.from(cut).length - 3 + 1).join('');
        // One more would not fit, unless all that follows is white space that was cut away.
        assert.ok(partsOf(`${next}...`) > most || next.trimEnd().length < next.length);
      }),
    );
  });
});
