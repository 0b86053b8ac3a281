import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Visit } from './visits.ts';

/** More than any page has links, fields and buttons before its main action. */
const MAX_TABS = 60;

const FOCUSED = '(document.activeElement.ariaLabel ?? document.activeElement.innerText).trim()';

/** The Tab key gets to the main action, past the navigation by the first link, and shows where it is. */
export async function reachByKeyboard(page: Page, [role, name]: NonNullable<Visit['action']>): Promise<void> {
  const isAtStart = await page.evaluate<boolean>('document.activeElement === document.body');
  if (isAtStart && (await page.locator('.skip').count()) > 0) {
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(FOCUSED), 'Skip to the content');
    await page.keyboard.press('Enter');
  }
  await page.getByRole(role, { name, exact: true }).first().waitFor();
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(FOCUSED)) !== name) continue;
    const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
    assert.notEqual(outline, 'none', `${name} shows no focus`);
    return;
  }
  assert.fail(`the Tab key does not get to the ${role} ${name}`);
}
