import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { brandColors, contrastOf, initialOf } from '../../src/domain/brand.ts';

const AA = 4.5;

/** The grounds on which text stands, as the style sheet has them: light, then dark. */
function groundsOf(style: string): [light: string[], dark: string[]] {
  const [light = '', dark = ''] = style.split('@media screen and (prefers-color-scheme: dark)');
  const colours = (part: string) =>
    ['ground', 'card', 'chip', 'code'].map((name) => {
      const value = new RegExp(`--${name}: (#[0-9a-f]{3,6});`).exec(part)?.[1] ?? '';
      return value.length === 4 ? value.replace(/[0-9a-f]/g, '$&$&') : value;
    });
  return [colours(light), colours(dark)];
}

describe('the colours of a brand', () => {
  test('contrast is that of WCAG', () => {
    assert.equal(contrastOf('#000000', '#ffffff'), 21);
    assert.equal(contrastOf('#777777', '#ffffff').toFixed(2), '4.48');
    assert.equal(contrastOf('#ffffff', '#ffffff'), 1);
  });

  test('are readable whatever the colour: on the fill, and as links on every ground of light and dark pages', () => {
    const [light, dark] = groundsOf(readFileSync('src/pages/style.css', 'utf8'));
    assert.ok([...light, ...dark].every((ground) => /^#[0-9a-f]{6}$/.test(ground)));
    const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
    const color = fc.tuple(channel, channel, channel).map((channels) => `#${channels.join('')}`);
    fc.assert(
      fc.property(color, (set) => {
        const { fill, onFill, fillHover, accent, accentInDark } = brandColors(set);
        assert.ok(contrastOf(fill, onFill) >= AA, `${onFill} on ${fill}`);
        assert.ok(contrastOf(fillHover, onFill) >= AA, `${onFill} on ${fillHover}`);
        for (const ground of light) assert.ok(contrastOf(accent, ground) >= AA, `${accent} on ${ground}`);
        for (const ground of dark) assert.ok(contrastOf(accentInDark, ground) >= AA, `${accentInDark} on ${ground}`);
      }),
    );
  });

  test('are the colour itself where that is readable', () => {
    assert.equal(brandColors('#4453c9').fill, '#4453c9');
    assert.deepEqual([brandColors('#ffd400').fill, brandColors('#ffd400').onFill], ['#ffd400', '#0b0f19']);
  });

  test('the mark has the first letter or digit of the name', () => {
    for (const [name, initial] of [
      ['acme', 'A'],
      ['  “östra” Market', 'Ö'],
      ['7 Seas', '7'],
      ['市場', '市'],
      ['<>', '•'],
    ] as const)
      assert.equal(initialOf(name), initial);
  });
});
