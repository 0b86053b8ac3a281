import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };

let axe: string | undefined;

/** What makes the page unusable for somebody, in words. */
export async function violationsOn(page: Page): Promise<string[]> {
  axe ??= readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  // Not a script element: the page's policy would refuse it.
  await page.evaluate(`if (!window.axe) { ${axe} }`);
  const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Violation[];
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)}`,
  );
}
