/** So many requests in so many seconds, counted from the first of them. */
export type Window = { readonly requests: number; readonly seconds: number };

/** What one caller may ask of one operation: both must hold, so `burst` caps the peak and `sustained` the long run. */
export type Limits = { readonly burst: Window; readonly sustained: Window };

/** How much is welcome (decision 33). */
export type RatePlan = {
  /** Each operation, per application and seller. */
  readonly default: Limits;
  /** Operations that differ from that, by operationId. */
  readonly operations: Readonly<Record<string, Limits>>;
  /** Each operation for requests without a good token, per address. A good token from there still passes. */
  readonly anonymous: Limits;
  /** Each authorization endpoint, per client and address: against guessing secrets and codes. */
  readonly client: Limits;
  /** Each authorization endpoint, per address, whatever client it names: else who guesses would name a new one each time. */
  readonly address: Limits;
};

const limits = (burst: number, sustained: number): Limits => ({
  burst: { requests: burst, seconds: 1 },
  sustained: { requests: sustained, seconds: 60 },
});

/** The default: more than a load test from one machine can send. `plans/strict.json` is an example of a real one. */
export const GENEROUS_PLAN: RatePlan = {
  default: limits(100_000, 6_000_000),
  operations: {},
  anonymous: limits(100_000, 6_000_000),
  client: limits(20_000, 1_200_000),
  address: limits(20_000, 1_200_000),
};

const PARTS = ['default', 'anonymous', 'client', 'address'] as const;
const WINDOWS = ['burst', 'sustained'] as const;
const MAX_REQUESTS = 1_000_000_000;
const MAX_SECONDS = 86_400;

/** A plan from its JSON, or everything that is wrong with it. A part that is absent is the default plan's. */
export function readRatePlan(value: unknown): { plan: RatePlan } | { problems: string[] } {
  if (!isObject(value)) return { problems: ['the plan must be a JSON object'] };
  const problems: string[] = [];
  const known: readonly string[] = [...PARTS, 'operations', 'description'];
  // A misspelt part would silently leave its operations without the limit that was meant.
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) problems.push(`${name} is unknown; a plan has ${known.join(', ')}`);
  }
  const { operations = {} } = value;
  if (!isObject(operations)) problems.push('operations must be an object of limits by operationId');
  const named = isObject(operations) ? Object.entries(operations) : [];
  const plan: RatePlan = {
    default: partOf(value, 'default', problems),
    anonymous: partOf(value, 'anonymous', problems),
    client: partOf(value, 'client', problems),
    address: partOf(value, 'address', problems),
    operations: Object.fromEntries(named.map(([id, one]) => [id, limitsOf(one, `operations.${id}`, problems)])),
  };
  return problems.length > 0 ? { problems } : { plan };
}

function partOf(value: Record<string, unknown>, name: (typeof PARTS)[number], problems: string[]): Limits {
  return value[name] === undefined ? GENEROUS_PLAN[name] : limitsOf(value[name], name, problems);
}

function limitsOf(value: unknown, path: string, problems: string[]): Limits {
  const given = isObject(value) ? value : {};
  const unknown = Object.keys(given).filter((name) => !(WINDOWS as readonly string[]).includes(name));
  if (!isObject(value) || unknown.length > 0) problems.push(`${path} must be an object of burst and sustained`);
  return {
    burst: windowOf(given.burst, `${path}.burst`, problems),
    sustained: windowOf(given.sustained, `${path}.sustained`, problems),
  };
}

function windowOf(value: unknown, path: string, problems: string[]): Window {
  const { requests, seconds } = isObject(value) ? value : {};
  return {
    requests: wholeNumber(requests, MAX_REQUESTS, `${path}.requests`, problems),
    seconds: wholeNumber(seconds, MAX_SECONDS, `${path}.seconds`, problems),
  };
}

function wholeNumber(value: unknown, most: number, path: string, problems: string[]): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  problems.push(`${path} must be a whole number from 1 to ${most}`);
  return 1;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
