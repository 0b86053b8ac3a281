import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleHarness, follow, signIn } from '../../console/harness.ts';
import { rivalAsks } from '../../console/market.ts';
import { isTorture } from '../../harness/scale.ts';
import { chooseUs } from './fees.ts';

/** Pages with counts, amounts, dates, times, shares, curves and a slider. */
const paths = [
  '',
  '/listings',
  '/listings/DEMO-SKU-7',
  '/what-if',
  '/fees?id=DEMO-SKU-7&price=1,234.56',
  '/notifications',
  '/events?kind=all',
];

/** Formats of German and Arabic pages. An English one has none of them, whatever the browser speaks. */
const foreign: readonly (readonly [what: string, RegExp])[] = [
  ['digits or letters of Arabic', /[\u0600-\u06FF]/],
  ['a comma before decimals', /\d,\d{1,2}(?!\d)/],
  ['a point before thousands', /\d\.\d{3},/],
  [
    'a German date',
    /\b\d{1,2}\.\s?\d{1,2}\.\s?\d{2,4}\b|\b\d{1,2}\. (?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/,
  ],
  ['a currency behind its amount', /\d[ \u00a0](?:\$|€|CA\$)(?!\d)/],
  ['a space before the percent sign', /\d[\s\u00a0]%/],
];

/** What the page shows and what screen readers say: texts, labels, and what is drawn. */
const shownText = (page: Page) =>
  page.evaluate<string>(`[
    document.body.innerText,
    ...[...document.querySelectorAll('[aria-label],[title],[aria-valuetext],[placeholder]')].flatMap((one) =>
      ['aria-label', 'title', 'aria-valuetext', 'placeholder'].map((name) => one.getAttribute(name) ?? '')),
    ...window.drawnTexts,
  ].join('\\n')`);

export function languageTests(harness: ConsoleHarness): void {
  // The one that differs most is in `npm test`: it has other digits.
  for (const locale of isTorture ? ['de-DE', 'ar-EG'] : ['ar-EG'])
    test(`console: in a browser of ${locale} numbers, dates and digits are those of the page's language`, async () => {
      const page = await harness.newPage({ locale, timezoneId: 'Asia/Tokyo', viewport: { width: 1280, height: 900 } });
      try {
        await page.addInitScript(`
          window.drawnTexts = [];
          const draw = CanvasRenderingContext2D.prototype.fillText;
          CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
            window.drawnTexts.push(String(text));
            return draw.call(this, text, ...rest);
          };`);
        await page.goto(`${harness.base}/console`);
        await signIn(page);
        await chooseUs(page);
        // Something to tell of.
        for (const price of [19.49, 22.49]) await rivalAsks(harness, price);
        for (const path of paths) {
          await follow(page, path);
          const text = await shownText(page);
          for (const [what, format] of foreign) {
            const at = format.exec(text);
            assert.equal(at && `${what}: ${text.slice(Math.max(0, at.index - 40), at.index + 40)}`, null, path);
          }
        }
        await follow(page, '/fees?id=DEMO-SKU-7');
        await page.locator('.chart canvas').waitFor();
        await page.getByLabel('Price (USD)').fill('1.234,56');
        await page.getByText('Understood as $1,234.56').waitFor();
        await page
          .getByText(/net of a sale of \$1,234\.56/)
          .first()
          .waitFor();
        assert.ok((await page.evaluate<number>('window.drawnTexts.length')) > 0, 'no curve was looked at');
        // Times are in the reader's zone.
        await follow(page, '/events?kind=all');
        const time = page.locator('.event time').first();
        const hour = new Intl.DateTimeFormat('en', { timeStyle: 'medium', timeZone: 'Asia/Tokyo' });
        assert.equal(await time.textContent(), hour.format(Date.parse((await time.getAttribute('datetime')) ?? '')));
      } finally {
        await page.context().close();
      }
    });
}
