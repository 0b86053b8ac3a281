import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };

/** The rules whose result another colour scheme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

let axe: string | undefined;

/** What makes the page unusable for somebody, in words. `colours`: only the rules that another colour scheme can break. */
export async function violationsOn(page: Page, which: 'all' | 'colours' = 'all'): Promise<string[]> {
  axe ??= readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  // Not a script element: the page's policy would refuse it.
  await page.evaluate(`if (!window.axe) { ${axe} }`);
  const options = which === 'all' ? {} : { runOnly: COLOUR_RULES };
  const run = `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = (await page.evaluate(run)) as Violation[];
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)}`,
  );
}
