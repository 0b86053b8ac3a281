import { readFileSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { GENEROUS_PLAN, type RatePlan, readRatePlan, requestsPerSecond } from '../../domain/rate-plan.ts';
import { StartError } from '../../processes/start-error.ts';
import { isPublicService } from './production.ts';

/** The plan that the settings name. Throws a StartError when its file cannot be read or has errors. */
export function ratePlanOf({ ratePlan: file }: Config): RatePlan {
  if (!file) return GENEROUS_PLAN;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartError(`The rate plan ${file} (setting RATE_PLAN) cannot be read: ${(error as Error).message}`);
  }
  const read = readRatePlan(value);
  if ('plan' in read) return read.plan;
  throw new StartError(
    `The rate plan ${file} (setting RATE_PLAN) has errors:\n${read.problems.map((problem) => `  - ${problem}`).join('\n')}`,
  );
}

/** An application needs one token an hour. More than this from one client in the long run is a flood, or guesses a secret. */
const MAX_TOKEN_REQUESTS_PER_SECOND = 100;

/** Why a public service should not run with this plan; undefined when it may. Also a file that leaves `client` out has the default. */
export function ratePlanWarning(config: Config): string | undefined {
  if (!isPublicService(config)) return undefined;
  const allowed = requestsPerSecond(ratePlanOf(config).client);
  if (allowed <= MAX_TOKEN_REQUESTS_PER_SECOND) return undefined;
  const plan = config.ratePlan ? `the rate plan ${config.ratePlan}` : 'RATE_PLAN is not set: the default rate plan';
  return (
    `${plan} lets one client make ${allowed.toLocaleString('en')} token requests a second, enough to guess secrets and to keep the ` +
    'identity provider busy. Set RATE_PLAN to a plan of yours: plans/strict.json is an example, docs/rate-plans.md explains it'
  );
}
