import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { shownName } from '../../src/domain/notifications/texts/shown-name.ts';

describe('a name as people see it', () => {
  const shown: readonly [what: string, text: unknown, shown: string][] = [
    [
      'stays as it is',
      'Merino hiking socks, 3 pairs (2.5 oz), 10" – café',
      'Merino hiking socks, 3 pairs (2.5 oz), 10" – café',
    ],
    ['is one line', 'a\r\nBcc: x\u2028y\u2029z\tb\u0085c', 'a Bcc: x y z b c'],
    [
      'has no control and no hidden characters',
      'a\0\u001b[31m\u200bb\u200d\ufeff\u00ad\u034fc\u3164\u2800',
      'a [31mb c',
    ],
    ['does not reverse text', 'gpj.\u202eexe\u202c \u2066x\u2069\u200f', 'gpj. exe x'],
    ['has no halves of characters', 'a\ud83d b\udc00', 'a b'],
    ['does not cover other lines with marks', `a${'\u0301'.repeat(50)}b`, `\u00e1${'\u0301'.repeat(4)}b`],
    [
      'has no link',
      'See https://evil.example/x or www.evil.example',
      'See https: evil. example/x or www. evil. example',
    ],
    ['has no link without a scheme', 'evil.com/pay, a.b.co.uk?x', 'evil. com/pay, a.b. co. uk?x'],
    [
      'has no link to another alphabet',
      'пример.рф 例え。テスト a．com b.xn--p1ai a․com b﹒com',
      'пример. рф 例え。 テスト a． com b. xn--p1ai a․ com b﹒ com',
    ],
    ['has no address', 'mail me@evil.com', 'mail me@evil. com'],
    ['has no number of a host', '10.0.0.1/x', '10. 0.0.1/x'],
    ['has no encoded word', '=?utf-8?B?YQ0KQmNjOg==?=', '= ?utf-8?B?YQ0KQmNjOg== ?='],
    ['keeps part numbers', 'AB.C-1 12.5V X.Y2 U.S.A. AB.CD-12', 'AB.C-1 12.5V X.Y2 U.S.A. AB.CD-12'],
    ['keeps right-to-left text by itself', 'שלום', '\u2068שלום\u2069'],
    ['is empty for anything else', { toString: () => 'x' }, ''],
    ['is empty when nothing can be seen of it', '\u200b\r\n\u202e', ''],
  ];
  for (const [what, text, expected] of shown)
    it(what, () => {
      assert.equal(shownName(text), expected);
    });

  it('is cut at a word, and never within a character', () => {
    assert.equal(shownName('Merino hiking socks for long walks in winter', 24), 'Merino hiking socks...');
    assert.equal(shownName('x'.repeat(100), 20), `${'x'.repeat(17)}...`);
    assert.equal(shownName('🧦'.repeat(100), 10), `${'🧦'.repeat(7)}...`);
    assert.equal(shownName('\u1100\u1161\u11a8'.repeat(100)).at(-4), '각');
  });

  it('of any text is one short line without links, and stays the same when shown again', () => {
    const parts = fc.constantFrom(
      ...[
        'http://',
        'www.',
        '.com',
        'evil',
        '\r\n',
        '\u202e',
        '\u200b',
        '=?',
        '?=',
        '.',
        '。',
        '10.0.0.1',
        'é',
        '🧦',
        ' ',
        ':',
        '//',
      ],
    );
    // Any code points, halves of pairs included: `fc.string` with the unit `binary` takes seconds.
    const anyText = fc
      .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 80 })
      .map((all) => String.fromCodePoint(...all));
    const texts = fc.oneof(
      anyText,
      fc.array(parts, { maxLength: 40 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const name = shownName(text).replace(/^\u2068|\u2069$/g, '');
        assert.doesNotMatch(name, /[\p{C}\p{Zl}\p{Zp}]|=\?|:\/\/|\S\.com(?![\p{L}\p{M}\p{N}])/u);
        assert.ok(name.isWellFormed() && name.length <= 250);
        assert.equal(shownName(name).replace(/^\u2068|\u2069$/g, ''), name);
      }),
      { numRuns: 300 },
    );
  });

  it('takes no longer for a text of megabytes', () => {
    const began = performance.now();
    for (const piece of ['a.', '.', ' ', '\u0301', 'x', '=?', 'a.b-'] as const) shownName(piece.repeat(1_000_000));
    assert.ok(performance.now() - began < 10_000);
  });
});
