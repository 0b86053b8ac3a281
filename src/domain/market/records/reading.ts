import { scaledFromDecimal } from '../../decimal.ts';
import { isId, skuProblem } from '../../ids.ts';
import { amountReason, decimalsOf, MAX_DECIMALS } from '../../money.ts';
import { readTime } from '../../time.ts';
import { readWord } from '../../vocabulary.ts';
import type { Json } from '../item.ts';
import type { Field, Need } from './field.ts';
import { isStorable, isStorableText } from './storable.ts';

/**
 * One thing wrong with a record: the field's path (`quantityDiscounts[1].price`; empty for the whole) and what is
 * right.
 */
export type FieldProblem = { field: string; reason: string };

/** What the check must know of the market beside the record. */
export type RecordContext = {
  /** The currency of a marketplace; undefined when there is none of that ID. */
  currencyOf(marketplaceId: string): string | undefined;
};

/** An object of the input, its fields not checked yet. */
export type Input = { readonly [name: string]: unknown };

/** More than this say nothing new, and a hostile record must not fill the memory. */
const MAX_PROBLEMS = 100;

/** One record being read: where in it we are, the currency of its amounts, and what was wrong so far. */
export class Reading {
  readonly context: RecordContext;
  /** Undefined as long as all is well: the usual record costs no list. */
  problems: FieldProblem[] | undefined = undefined;
  /** Empty until the marketplace is known. */
  currency = '';
  decimals: number = MAX_DECIMALS;
  #prefix = '';
  #index = -1;

  constructor(context: RecordContext) {
    this.context = context;
  }

  /** Problems from here on are inside this object, or this element of a list; `at('')` is the record itself again. */
  at(prefix: string, index = -1): void {
    this.#prefix = prefix;
    this.#index = index;
  }

  say(name: string, reason: string): void {
    this.problems ??= [];
    if (this.problems.length === MAX_PROBLEMS) return;
    const place = this.#index < 0 ? this.#prefix : `${this.#prefix}[${this.#index}]`;
    this.problems.push({ field: place === '' || name === '' ? place + name : `${place}.${name}`, reason });
  }
}

/**
 * What a check gives. When it finds a problem it gives undefined even where the type says otherwise: a model is only
 * built when the reading has no problems, and this keeps forty "is it undefined" out of the way.
 */
type Got<N extends Need, T> = N extends 'optional' ? T | undefined : T;

/** Nothing there, or the wrong thing. JSON null is nothing. */
function refuse(r: Reading, field: Field, raw: unknown): never {
  if (raw === undefined || raw === null) {
    if (field.need !== 'optional') r.say(field.name, `is required: ${field.right}`);
  } else {
    r.say(field.name, `must be ${field.right}, not ${shown(raw)}`);
  }
  return undefined as never;
}

function shown(raw: unknown): string {
  if (typeof raw === 'string') return JSON.stringify(raw.length > 40 ? `${raw.slice(0, 40)}...` : raw);
  if (Array.isArray(raw)) return `a list of ${raw.length}`;
  if (typeof raw === 'object' && raw !== null) return `an object of ${Object.keys(raw).length}`;
  return String(raw);
}

export function getId<N extends Need>(r: Reading, field: Field<N>, raw: unknown): Got<N, string> {
  return typeof raw === 'string' && isId(raw) ? raw : refuse(r, field, raw);
}

export function getSku<N extends Need>(r: Reading, field: Field<N>, raw: unknown): Got<N, string> {
  if (typeof raw !== 'string') return refuse(r, field, raw);
  const problem = skuProblem(raw);
  if (problem === undefined) return raw;
  r.say(field.name, problem);
  return undefined as never;
}

export function getText<N extends Need>(r: Reading, field: Field<N>, raw: unknown): Got<N, string> {
  const good = typeof raw === 'string' && raw.length >= field.min && raw.length <= field.max && isStorableText(raw);
  return good ? raw : refuse(r, field, raw);
}

export function getWord<N extends Need, W extends string>(r: Reading, field: Field<N, W>, raw: unknown): Got<N, W> {
  if (typeof raw !== 'string') return refuse(r, field, raw);
  return readWord(field.words, raw) ?? refuse(r, field, raw);
}

export function getInteger<N extends Need>(r: Reading, field: Field<N>, raw: unknown): Got<N, number> {
  const good = typeof raw === 'number' && Number.isInteger(raw) && raw >= field.min && raw <= field.max;
  // `+ 0`: JSON can say -0.
  return good ? raw + 0 : refuse(r, field, raw);
}

/** A decimal as a whole number of its smallest units: 12.5 with two decimals is 1250. */
export function getDecimal<N extends Need>(r: Reading, field: Field<N>, raw: unknown): Got<N, number> {
  if (typeof raw !== 'number' || !(raw >= field.min && raw <= field.max)) return refuse(r, field, raw);
  const scaled = scaledFromDecimal(raw, field.decimals);
  return typeof scaled === 'number' ? scaled : refuse(r, field, raw);
}

export function getBoolean<N extends Need>(r: Reading, field: Field<N>, raw: unknown): Got<N, boolean> {
  return typeof raw === 'boolean' ? raw : refuse(r, field, raw);
}

export function getTime<N extends Need>(r: Reading, field: Field<N>, raw: unknown): Got<N, number> {
  if (typeof raw !== 'string') return refuse(r, field, raw);
  return readTime(raw) ?? refuse(r, field, raw);
}

/** Minor units of the reading's currency, from a JSON number or decimal text. */
export function getMoney<N extends Need>(r: Reading, field: Field<N>, raw: unknown): Got<N, number> {
  if (typeof raw !== 'number' && typeof raw !== 'string') return refuse(r, field, raw);
  const minor = scaledFromDecimal(raw, r.decimals);
  if (typeof minor === 'number') return minor;
  r.say(field.name, `${amountReason(minor, r.currency, r.decimals)}, not ${shown(raw)}`);
  return undefined as never;
}

export function isObject(raw: unknown): raw is Input {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

export function getObject<N extends Need>(r: Reading, field: Field<N>, raw: unknown): Input | undefined {
  return isObject(raw) ? raw : refuse(r, field, raw);
}

export function getList<N extends Need>(r: Reading, field: Field<N>, raw: unknown): readonly unknown[] | undefined {
  const good = Array.isArray(raw) && raw.length >= field.min && raw.length <= field.max;
  return good ? raw : refuse(r, field, raw);
}

/** One element of a list, an object. From here on problems are inside it: `r.at('')` when the list is done. */
export function getElement(r: Reading, list: Field, place: string, index: number, raw: unknown): Input | undefined {
  r.at(place, index);
  return getObject(r, list.element as Field, raw);
}

/** A map's entries in the order of the input. */
export function getMap<N extends Need>(r: Reading, field: Field<N>, raw: unknown): [string, unknown][] | undefined {
  if (!isObject(raw)) return refuse(r, field, raw);
  const entries = Object.entries(raw);
  return entries.length >= field.min && entries.length <= field.max ? entries : refuse(r, field, raw);
}

export function getJson<N extends Need>(
  r: Reading,
  field: Field<N>,
  raw: unknown,
): Got<N, { readonly [name: string]: Json }> {
  return isObject(raw) && isStorable(raw, field.max)
    ? (raw as { readonly [name: string]: Json })
    : refuse(r, field, raw);
}

/** A list of identifiers: named problems for each that is none. */
export function getIds<N extends Need>(r: Reading, field: Field<N>, raw: unknown): readonly string[] | undefined {
  const list = getList(r, field, raw);
  if (list === undefined) return undefined;
  const ids: string[] = [];
  for (const [index, one] of list.entries()) {
    if (typeof one === 'string' && isId(one)) ids.push(one);
    else r.say(`${field.name}[${index}]`, `must be ${field.element?.right}, not ${shown(one)}`);
  }
  return ids;
}

/**
 * Settles the currency of the record's amounts: the marketplace's, and the record's own `currency`, if it says one,
 * must be the same (decision 4). When the marketplace is unknown the amounts are still looked at, with the most
 * decimals any currency has, so that the rest of the record's problems are told at once.
 */
export function settleCurrency(
  r: Reading,
  fields: { marketplaceId: Field; currency: Field },
  marketplaceId: string | undefined,
  raw: unknown,
): void {
  if (marketplaceId === undefined) return;
  const currency = r.context.currencyOf(marketplaceId);
  if (currency === undefined) {
    r.say(fields.marketplaceId.name, `there is no marketplace ${marketplaceId}; its record must come first`);
    return;
  }
  r.currency = currency;
  r.decimals = decimalsOf(currency) ?? MAX_DECIMALS;
  if (raw === undefined || raw === null || raw === currency) return;
  if (typeof raw !== 'string' || raw.toUpperCase() !== currency) {
    r.say(fields.currency.name, `must be ${currency}, the currency of ${marketplaceId}, not ${shown(raw)}`);
  }
}
