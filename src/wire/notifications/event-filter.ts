import { scaledFromDecimal } from '../../domain/decimal.ts';
import { ID_RULE, isId, skuProblem } from '../../domain/ids.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import { CHANGE_WORDS, type EventFilter, MAX_FILTER_IDS } from '../../domain/notifications/event-filter.ts';
import { CONDITIONS } from '../../domain/vocabulary.ts';
import { type BodyReading, type Fields, kindOf } from '../body-reading.ts';
import { closedSet } from '../open-set.ts';
import { Type } from '../type.ts';

const MAX_PERCENT = 1_000;

const list = (description: string) =>
  Type.Optional.Array(Type.String(), {
    description: `${description} At most ${MAX_FILTER_IDS}.`,
    maxItems: MAX_FILTER_IDS,
  });
const words = (values: readonly string[], description: string) =>
  Type.Optional.Array(closedSet(values, `One of ${values.join(', ')}.`), description);

/** Documents `filter` of a destination. `readFilter` checks it. */
export const FilterShape = Type.Object(
  {
    marketplaceIds: list('Only events of these marketplaces.'),
    storeItemIds: list('Only events about these items.'),
    skus: list('Only events about listings of yours with these SKUs.'),
    conditions: words(CONDITIONS, 'Only events about these conditions.'),
    changes: words(
      CHANGE_WORDS,
      'Only these changes: words of Change in BUY_BOX_CHANGED, and of Health in PRICING_HEALTH. A kind of which no word is listed is not filtered.',
    ),
    minPriceChangePercent: Type.Optional.Number({
      exclusiveMinimum: 0,
      maximum: MAX_PERCENT,
      description:
        'Leaves out events that tell only a price that moved by less than this, in percent of the price before. At most two decimals. A change of the holder is never left out.',
    }),
    ownOnly: Type.Optional.Boolean('Only events that a change of your own records caused.'),
    othersOnly: Type.Optional.Boolean('Only events that something other than your own records caused.'),
  },
  {
    title: 'EventFilter',
    additionalProperties: false,
    description:
      'Which events a destination gets, of the kinds that it takes. An event must pass every key that is present. Events that are not about an item ignore storeItemIds, skus, conditions and minPriceChangePercent.',
    examples: [{ marketplaceIds: ['STORE_US'], changes: ['WON', 'LOST'] }],
  },
);

export const FILTER_KEYS: readonly string[] = Object.keys(FilterShape.properties);

/** Undefined: there is nothing to filter by, or a problem was found. Unknown keys are a problem: ignored, they would let everything pass. */
export function readFilter(r: BodyReading, body: Fields, name: string): EventFilter | undefined {
  rejectUnknownKeys(r, body, FILTER_KEYS, name);
  const ids = (key: string, problemOf: (text: string) => string | undefined) =>
    readList(r, body[key], `${name}.${key}`, (one, field) => r.text(one, field, problemOf));
  const known = <W extends string>(key: string, values: readonly W[]) =>
    readList(r, body[key], `${name}.${key}`, (one, field) => r.word(one, field, values));
  const [ownOnly, othersOnly] = ['ownOnly', 'othersOnly'].map((key) => readFlag(r, body[key], `${name}.${key}`));
  if (ownOnly && othersOnly) r.wrong(name, 'has ownOnly and othersOnly: nothing would pass both; keep one of them');
  const read = {
    marketplaceIds: ids('marketplaceIds', idProblem),
    storeItemIds: ids('storeItemIds', idProblem),
    skus: ids('skus', skuProblem),
    conditions: known('conditions', CONDITIONS),
    changes: known('changes', CHANGE_WORDS),
    minPriceChangePercent: readPercent(r, body.minPriceChangePercent, `${name}.minPriceChangePercent`),
    ownOnly,
    othersOnly,
  };
  const present = Object.entries(read).filter(([, value]) => value !== undefined);
  return present.length === 0 ? undefined : Object.fromEntries(present);
}

/** `name` is the object that has the keys; '' is the body. A key is only quoted when it is nearly a known one: then it is no secret. */
export function rejectUnknownKeys(r: BodyReading, body: Fields, known: readonly string[], name: string): void {
  for (const key of Object.keys(body)) {
    if (known.includes(key)) continue;
    const meant = nearestName(key, known);
    if (meant === undefined) r.wrong(name || 'The body', `has a key that is not known; known are ${known.join(', ')}`);
    else r.wrong(name === '' ? key : `${name}.${key}`, `is not a known key (did you mean ${meant}?)`);
  }
}

const idProblem = (text: string) => (isId(text) ? undefined : `must be ${ID_RULE}`);

function readList<T>(
  r: BodyReading,
  value: unknown,
  field: string,
  readOne: (one: unknown, field: string) => T | undefined,
): readonly T[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return r.wrong(field, `must be a list, not ${kindOf(value)}`);
  if (value.length === 0) return r.wrong(field, 'must have at least one element; leave it out to let all pass');
  if (value.length > MAX_FILTER_IDS) return r.wrong(field, `must have at most ${MAX_FILTER_IDS} elements`);
  const read = value.map((one, at) => readOne(one, `${field}[${at}]`));
  return [...new Set(read.filter((one) => one !== undefined))];
}

function readFlag(r: BodyReading, value: unknown, field: string): true | undefined {
  if (value === undefined || value === false) return undefined;
  return value === true ? true : r.wrong(field, `must be true or false, not ${kindOf(value)}`);
}

function readPercent(r: BodyReading, value: unknown, field: string): number | undefined {
  if (value === undefined) return undefined;
  const hundredths = typeof value === 'number' ? scaledFromDecimal(value, 2) : 'NotDecimal';
  const isValid = typeof hundredths === 'number' && hundredths > 0 && hundredths <= MAX_PERCENT * 100;
  if (isValid) return value as number;
  return r.wrong(field, `must be a number above 0, at most ${MAX_PERCENT}, with at most two decimals`);
}
