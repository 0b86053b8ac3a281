import type { Config } from '../../../config/config.ts';
import type { Db } from '../../../db/db.ts';
import { openMarket } from '../../../market/market.ts';
import { ratePlanOf, ratePlanWarning } from '../../settings/rate-plan.ts';
import { warnInProduction } from '../../start/production-warnings.ts';
import { type Finding, note, problem } from './finding.ts';

/** What a start would warn of, or why no role that answers requests starts with this rate plan. */
export async function startWarnings(config: Config, db: Db | undefined): Promise<Finding[]> {
  return [
    ...ratePlanFindings(config),
    ...(db === undefined ? [] : await productionWarnings(config, db)).map(findingOf),
  ];
}

function ratePlanFindings(config: Config): Finding[] {
  try {
    ratePlanOf(config);
    const warning = ratePlanWarning(config);
    return warning === undefined ? [] : [findingOf(warning)];
  } catch (error) {
    return [problem`${(error as Error).message} -> Correct the file, or RATE_PLAN: docs/rate-plans.md explains both`];
  }
}

/** A store that is not up to date has no table to ask. */
async function productionWarnings(config: Config, db: Db): Promise<string[]> {
  const warnings: string[] = [];
  const log = { warn: (text: unknown) => void warnings.push(String(text)) };
  try {
    await warnInProduction(config, db, openMarket(db, Date.now), log);
    return warnings;
  } catch {
    return [];
  }
}

/** A warning of a start whose second sentence is the remedy. */
function findingOf(text: string): Finding {
  const [what = text, ...steps] = text.split('. ');
  return steps.length === 0 ? note`${text}` : problem`${what} -> ${steps.join('. ')}`;
}
