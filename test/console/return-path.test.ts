// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publicAddressOf, returnPathWithin } from '../../console/session/return-path.ts';

const base = 'https://sellers.example/console/callback';

describe('the path that a sign-in of the console leads back to', () => {
  for (const path of [
    '/console',
    '/console/',
    '/console/listings/A%2FB?sort=sku#top',
    '/console/marketplaces/STORE_US/listings/A%2FB?sort=sku#top',
    '/console/callbacks',
    '/console?x=//y',
  ])
    it(`is ${path}, as it was`, () => assert.equal(returnPathWithin('/console', path, base), path));

  for (const path of [
    ...[
      '',
      '/',
      '/docs',
      '/consoles',
      '/console/../docs',
      '/console/..%2fdocs/../../docs',
      '/console/./../auth/v4/authorize',
    ],
    ...[
      '//evil.example/console',
      '/\\evil.example/console',
      '/\t/evil.example/console',
      'https://evil.example/console',
    ],
    ...[
      'https://sellers.example/console',
      'javascript:alert(1)',
      'console',
      '\\console',
      ' /console',
      '//sellers.example:1/console',
    ],
    ...['/console/callback', '/console/callback?code=x', '/console/callback/', '/console/assets/x', null, undefined],
  ])
    it(`is the console instead of ${JSON.stringify(path)}`, () =>
      assert.equal(returnPathWithin('/console', path, base), '/console'));

  it('is within the console also when the service is under a path', () => {
    const at = (path: string) =>
      returnPathWithin('/shop/console', path, 'https://sellers.example/shop/console/callback');
    assert.equal(at('/shop/console/fees'), '/shop/console/fees');
    assert.equal(at('/console/fees'), '/shop/console');
  });
});

describe('the public address of a page of the console', () => {
  const console = { origin: 'https://shop.example', path: '/seller/console' };
  for (const [here, expected] of [
    ['https://shop.example/seller/console', undefined],
    ['https://shop.example/seller/console/listings/console?a#b', undefined],
    // The service answers at the root, too, and under other names of the machine.
    ['https://shop.example/console', 'https://shop.example/seller/console'],
    ['https://shop.example/console/listings/A%2FB?a=1#b', 'https://shop.example/seller/console/listings/A%2FB?a=1#b'],
    ['http://127.0.0.1:8080/console/fees', 'https://shop.example/seller/console/fees'],
    ['http://127.0.0.1:8080/seller/console/fees?x', 'https://shop.example/seller/console/fees?x'],
    ['https://shop.example/seller/consoles', 'https://shop.example/seller/console'],
  ] as const)
    it(`of ${here} is ${expected ?? 'where it is'}`, () => assert.equal(publicAddressOf(console, here), expected));

  it('keeps an item that is called console', () =>
    assert.equal(
      publicAddressOf(console, 'https://shop.example/console/listings/console/x'),
      'https://shop.example/seller/console/listings/console/x',
    ));
});
