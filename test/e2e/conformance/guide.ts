import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** Checks that the guide to identity providers has each product among those that were tried. */
export function checkGuide(products: readonly string[]): void {
  const guide = readFileSync(new URL('../../../docs/identity-provider.md', import.meta.url), 'utf8');
  const tried = [...guide.matchAll(/^\| (.+?) \| tried \|/gm)].map(([, product = '']) => product);
  for (const name of products)
    assert.ok(
      tried.some((product) => product.startsWith(name)),
      `${name} in ${tried}`,
    );
}
