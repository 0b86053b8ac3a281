import { isObject } from './is-object.ts';

/** At most this many requests in this many seconds, counted from the first of them. */
export type Window = { readonly requests: number; readonly seconds: number };

/** The limits of one caller for one operation. Both apply: `burst` limits the peak, `sustained` the long run. */
export type Limits = { readonly burst: Window; readonly sustained: Window };

/** The rate limits of the service (decision 33). */
export type RatePlan = {
  /** For each operation, per application and seller. */
  readonly default: Limits;
  /** For operations with other limits, by operationId. */
  readonly operations: Readonly<Record<string, Limits>>;
  /**
   * For requests without a valid token, per operation and address. A cached valid token from the same address still passes.
   * One that is not cached passes while there is budget left: only an introspection, which the budget limits, can tell.
   */
  readonly anonymous: Limits;
  /** For each authorization endpoint, per client and address: against guessing secrets and codes. */
  readonly client: Limits;
  /** For each authorization endpoint, per address and for all clients: a guesser could name a new client each time. */
  readonly address: Limits;
};

const limits = (burst: number, sustained: number): Limits => ({
  burst: { requests: burst, seconds: 1 },
  sustained: { requests: sustained, seconds: 60 },
});

/** The default: more than a load test from one machine can send. `plans/strict.json` is an example for production. */
export const GENEROUS_PLAN: RatePlan = {
  default: limits(100_000, 6_000_000),
  operations: {},
  anonymous: limits(100_000, 6_000_000),
  client: limits(20_000, 1_200_000),
  address: limits(20_000, 1_200_000),
};

/**
 * The share of one process when several count on their own (decision 41): the sum of the shares is at most the plan. A window
 * never has less than one request, so a window of fewer requests than processes lets through one for each process.
 */
export function dividedPlan(plan: RatePlan, processes: number): RatePlan {
  if (processes <= 1) return plan;
  const operations = Object.entries(plan.operations).map(([id, limit]) => [id, dividedLimits(limit, processes)]);
  return {
    default: dividedLimits(plan.default, processes),
    operations: Object.fromEntries(operations),
    anonymous: dividedLimits(plan.anonymous, processes),
    client: dividedLimits(plan.client, processes),
    address: dividedLimits(plan.address, processes),
  };
}

/** The same for the limits of one operation. */
export function dividedLimits({ burst, sustained }: Limits, processes: number): Limits {
  const divided = ({ requests, seconds }: Window) => ({
    requests: Math.max(1, Math.floor(requests / processes)),
    seconds,
  });
  return { burst: divided(burst), sustained: divided(sustained) };
}

/** How many requests a second the limits allow in the long run: a request must fit into both windows. */
export function requestsPerSecond({ burst, sustained }: Limits): number {
  return Math.floor(Math.min(burst.requests / burst.seconds, sustained.requests / sustained.seconds));
}

const PARTS = ['default', 'anonymous', 'client', 'address'] as const;
const WINDOWS = ['burst', 'sustained'] as const;
const MAX_REQUESTS = 1_000_000_000;
const MAX_SECONDS = 86_400;

/** Reads a plan from JSON, or returns all its problems. An absent part is taken from the default plan. */
export function readRatePlan(value: unknown): { plan: RatePlan } | { problems: string[] } {
  if (!isObject(value)) return { problems: ['the plan must be a JSON object'] };
  const problems: string[] = [];
  const partNames: readonly string[] = [...PARTS, 'operations', 'description'];
  // A misspelt part would silently leave its operations without the intended limit.
  for (const name of Object.keys(value)) {
    if (!partNames.includes(name)) problems.push(`${name} is unknown; a plan has ${partNames.join(', ')}`);
  }
  const { operations = {} } = value;
  if (!isObject(operations)) problems.push('operations must be an object of limits by operationId');
  const named = isObject(operations) ? Object.entries(operations) : [];
  const plan: RatePlan = {
    default: partOf(value, 'default', problems),
    anonymous: partOf(value, 'anonymous', problems),
    client: partOf(value, 'client', problems),
    address: partOf(value, 'address', problems),
    operations: Object.fromEntries(named.map(([id, limit]) => [id, limitsOf(limit, `operations.${id}`, problems)])),
  };
  return problems.length > 0 ? { problems } : { plan };
}

function partOf(value: Record<string, unknown>, name: (typeof PARTS)[number], problems: string[]): Limits {
  return value[name] === undefined ? GENEROUS_PLAN[name] : limitsOf(value[name], name, problems);
}

function limitsOf(value: unknown, path: string, problems: string[]): Limits {
  const object = isObject(value) ? value : {};
  const unknown = Object.keys(object).filter((name) => !(WINDOWS as readonly string[]).includes(name));
  if (!isObject(value) || unknown.length > 0) problems.push(`${path} must be an object of burst and sustained`);
  return {
    burst: windowOf(object.burst, `${path}.burst`, problems),
    sustained: windowOf(object.sustained, `${path}.sustained`, problems),
  };
}

function windowOf(value: unknown, path: string, problems: string[]): Window {
  const { requests, seconds } = isObject(value) ? value : {};
  return {
    requests: wholeNumber(requests, MAX_REQUESTS, `${path}.requests`, problems),
    seconds: wholeNumber(seconds, MAX_SECONDS, `${path}.seconds`, problems),
  };
}

function wholeNumber(value: unknown, max: number, path: string, problems: string[]): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value;
  problems.push(`${path} must be a whole number from 1 to ${max}`);
  return 1;
}
