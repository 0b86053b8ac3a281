import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };

let axe: string | undefined;

/** What makes the page unusable for somebody, in words. */
export async function violationsOn(page: Page): Promise<string[]> {
  axe ??= readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  // Not a script element: the page's policy would refuse it.
  if (!(await page.evaluate<boolean>('window.axe !== undefined'))) await page.evaluate(axe);
  // Without the elements that pass, which are most of them.
  const run = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)";
  const violations = await page.evaluate<Violation[]>(run);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)}`,
  );
}
