import { amountNotes } from '../../amount-notes.ts';
import { decimalsOf } from '../../amounts.ts';
import { typedMinor } from '../../typed-amount.ts';
import { changedLimits, LIMITS, type LimitName, type TypedLimits } from './typed-limits.ts';

/** What is wrong with a field, in a sentence. */
export type LimitProblems = Readonly<Partial<Record<LimitName, string>>>;

type Rules = {
  readonly currency: string;
  /** Without the right `seller-api:limits:write` limits can only be made stricter (decision 50). */
  readonly mayLoosen: boolean;
};

/** What the service would refuse, known before it is asked. */
export function limitProblems(typed: TypedLimits, before: TypedLimits, { currency, mayLoosen }: Rules): LimitProblems {
  const decimals = decimalsOf(currency);
  const minor = (name: LimitName, of = typed) => typedMinor(of[name], decimals);
  const problems: Partial<Record<LimitName, string>> = {};
  for (const name of LIMITS) {
    const { error } = amountNotes(typed[name], currency);
    if (error) problems[name] = error;
  }
  const [lowest, highest] = [minor('MinimumPrice'), minor('MaximumPrice')];
  if (lowest !== undefined && highest !== undefined && lowest > highest)
    problems.MinimumPrice = 'The lowest price is above the highest';
  if (mayLoosen) return problems;
  for (const name of changedLimits(typed, before, currency))
    if (loosens(name, minor(name, before), minor(name)))
      problems[name] ??= name === 'Cost' ? 'You have no right to set the cost' : 'You may only make it stricter';
  return problems;
}

function loosens(name: LimitName, was: number | undefined, is: number | undefined): boolean {
  if (name === 'Cost') return true;
  if (was === undefined) return false;
  return is === undefined || (name === 'MaximumPrice' ? is > was : is < was);
}

type ErrorEntry = { readonly message: string; readonly details: string };

/** What the service says about single fields of a call with many listings, by SKU. Undefined: it says something about the whole call. */
export function problemsBySku(
  errors: readonly ErrorEntry[],
  skus: readonly string[],
): ReadonlyMap<string, LimitProblems> | undefined {
  const found = new Map<string, LimitProblems>();
  for (const { message, details } of errors) {
    const [place = '', number, field] = /^listings\[(\d+)\](?:\.(\w+))?/.exec(message) ?? [];
    const sku = skus[Number(number)];
    if (sku === undefined) return undefined;
    const name = LIMITS.find((limit) => limit === field) ?? 'MinimumPrice';
    const text = details.replaceAll(place, '').trim() || message;
    found.set(sku, { ...found.get(sku), [name]: `${text.charAt(0).toUpperCase()}${text.slice(1)}` });
  }
  return found.size > 0 ? found : undefined;
}
