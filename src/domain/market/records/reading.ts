import { scaledFromDecimal } from '../../decimal.ts';
import { isId, skuProblem } from '../../ids.ts';
import { isObject } from '../../is-object.ts';
import { amountReason, decimalsOf, MAX_DECIMALS } from '../../money.ts';
import { readTime } from '../../time.ts';
import { readWord } from '../../vocabulary.ts';
import type { Json } from '../item.ts';
import type { Field, FieldNeed } from './field.ts';
import { isStorable, isStorableText } from './storable.ts';

/** One problem of a record: the path of the field (`quantityDiscounts[1].price`; empty for the record), and the rule. */
export type FieldProblem = { field: string; reason: string };

/** The facts of the market that the check needs beside the record. */
export type RecordContext = {
  /** Undefined when there is no marketplace with this ID. */
  currencyOf(marketplaceId: string): string | undefined;
};

/** An object of the input whose fields are not checked yet. */
export type RecordInput = { readonly [name: string]: unknown };

/** Bounds the report, so that a hostile record cannot fill the memory. */
const MAX_PROBLEMS = 100;

/**
 * The result of a check. After a problem it is undefined even where the type says otherwise: a model is only built when
 * there are no problems, and this saves forty comparisons with undefined.
 */
type Checked<N extends FieldNeed, T> = N extends 'optional' ? T | undefined : T;

/** The state of reading one record: the current path, the currency of its amounts, and the problems so far. */
export class RecordReading {
  readonly context: RecordContext;
  /** Undefined without problems, so that a valid record needs no array. */
  problems: FieldProblem[] | undefined = undefined;
  /** Empty until the marketplace is known. */
  currency = '';
  decimals: number = MAX_DECIMALS;
  #prefix = '';
  #index = -1;

  constructor(context: RecordContext) {
    this.context = context;
  }

  /** Sets the path of the problems that follow: an object, or an element of a list. `at('')` is the record itself. */
  at(prefix: string, index = -1): void {
    this.#prefix = prefix;
    this.#index = index;
  }

  report(name: string, reason: string): void {
    this.problems ??= [];
    if (this.problems.length === MAX_PROBLEMS) return;
    const path = this.#index < 0 ? this.#prefix : `${this.#prefix}[${this.#index}]`;
    this.problems.push({ field: path === '' || name === '' ? path + name : `${path}.${name}`, reason });
  }

  /** Reports a missing or wrong value. JSON null counts as missing. */
  #reject(field: Field, raw: unknown): never {
    if (raw === undefined || raw === null) {
      if (field.need !== 'optional') this.report(field.name, `is required: ${field.rule}`);
    } else {
      this.report(field.name, `must be ${field.rule}, not ${display(raw)}`);
    }
    return undefined as never;
  }

  id<N extends FieldNeed>(field: Field<N>, raw: unknown): Checked<N, string> {
    return typeof raw === 'string' && isId(raw) ? raw : this.#reject(field, raw);
  }

  sku<N extends FieldNeed>(field: Field<N>, raw: unknown): Checked<N, string> {
    if (typeof raw !== 'string') return this.#reject(field, raw);
    const problem = skuProblem(raw);
    if (problem === undefined) return raw;
    this.report(field.name, problem);
    return undefined as never;
  }

  text<N extends FieldNeed>(field: Field<N>, raw: unknown): Checked<N, string> {
    const good = typeof raw === 'string' && raw.length >= field.min && raw.length <= field.max && isStorableText(raw);
    return good ? raw : this.#reject(field, raw);
  }

  /** A text of a pattern, which the rule of the field says in words. */
  matching<N extends FieldNeed>(field: Field<N>, raw: unknown, pattern: RegExp): Checked<N, string> {
    const text = this.text(field, raw);
    if (text === undefined || pattern.test(text)) return text;
    this.report(field.name, `must be ${field.rule}, not ${JSON.stringify(text)}`);
    return undefined as never;
  }

  word<N extends FieldNeed, W extends string>(field: Field<N, W>, raw: unknown): Checked<N, W> {
    if (typeof raw !== 'string') return this.#reject(field, raw);
    return readWord(field.words, raw) ?? this.#reject(field, raw);
  }

  integer<N extends FieldNeed>(field: Field<N>, raw: unknown): Checked<N, number> {
    const good = typeof raw === 'number' && Number.isInteger(raw) && raw >= field.min && raw <= field.max;
    // `+ 0` turns -0, which JSON has, into 0.
    return good ? raw + 0 : this.#reject(field, raw);
  }

  /** A decimal as an integer of its smallest units: 12.5 with two decimals is 1250. */
  decimal<N extends FieldNeed>(field: Field<N>, raw: unknown): Checked<N, number> {
    if (typeof raw !== 'number' || !(raw >= field.min && raw <= field.max)) return this.#reject(field, raw);
    const scaled = scaledFromDecimal(raw, field.decimals);
    return typeof scaled === 'number' ? scaled : this.#reject(field, raw);
  }

  boolean<N extends FieldNeed>(field: Field<N>, raw: unknown): Checked<N, boolean> {
    return typeof raw === 'boolean' ? raw : this.#reject(field, raw);
  }

  time<N extends FieldNeed>(field: Field<N>, raw: unknown): Checked<N, number> {
    if (typeof raw !== 'string') return this.#reject(field, raw);
    return readTime(raw) ?? this.#reject(field, raw);
  }

  /** Minor units of the reading's currency, from a JSON number or decimal text. */
  money<N extends FieldNeed>(field: Field<N>, raw: unknown): Checked<N, number> {
    if (typeof raw !== 'number' && typeof raw !== 'string') return this.#reject(field, raw);
    const minor = scaledFromDecimal(raw, this.decimals);
    if (typeof minor === 'number') return minor;
    this.report(field.name, `${amountReason(minor, this.currency, this.decimals)}, not ${display(raw)}`);
    return undefined as never;
  }

  object<N extends FieldNeed>(field: Field<N>, raw: unknown): RecordInput | undefined {
    return isObject(raw) ? raw : this.#reject(field, raw);
  }

  list<N extends FieldNeed>(field: Field<N>, raw: unknown): readonly unknown[] | undefined {
    const good = Array.isArray(raw) && raw.length >= field.min && raw.length <= field.max;
    return good ? raw : this.#reject(field, raw);
  }

  /** One element of a list, an object. Call `this.at` before each element, and `this.at('')` after the list. */
  element(list: Field, raw: unknown): RecordInput | undefined {
    return this.object(list.element as Field, raw);
  }

  /** The entries of a map in the order of the input. */
  map<N extends FieldNeed>(field: Field<N>, raw: unknown): [string, unknown][] | undefined {
    if (!isObject(raw)) return this.#reject(field, raw);
    const entries = Object.entries(raw);
    return entries.length >= field.min && entries.length <= field.max ? entries : this.#reject(field, raw);
  }

  json<N extends FieldNeed>(field: Field<N>, raw: unknown): Checked<N, { readonly [name: string]: Json }> {
    return isObject(raw) && isStorable(raw, field.max)
      ? (raw as { readonly [name: string]: Json })
      : this.#reject(field, raw);
  }

  /** A list of identifiers. Each invalid one is reported with its index. */
  ids<N extends FieldNeed>(field: Field<N>, raw: unknown): readonly string[] | undefined {
    const list = this.list(field, raw);
    if (list === undefined) return undefined;
    const ids: string[] = [];
    for (const [index, id] of list.entries()) {
      if (typeof id === 'string' && isId(id)) ids.push(id);
      else this.report(`${field.name}[${index}]`, `must be ${field.element?.rule}, not ${display(id)}`);
    }
    return ids;
  }

  /**
   * Sets the currency of the record's amounts to that of the marketplace. A `currency` in the record must be the same
   * (decision 4). When the marketplace is unknown, the amounts are still checked, with the most decimals that any currency
   * has, so that the other problems of the record are reported at once.
   */
  resolveCurrency(
    fields: { marketplaceId: Field; currency: Field },
    marketplaceId: string | undefined,
    raw: unknown,
  ): void {
    if (marketplaceId === undefined) return;
    const currency = this.context.currencyOf(marketplaceId);
    if (currency === undefined) {
      this.report(fields.marketplaceId.name, `there is no marketplace ${marketplaceId}; its record must come first`);
      return;
    }
    this.currency = currency;
    this.decimals = decimalsOf(currency) ?? MAX_DECIMALS;
    if (raw === undefined || raw === null || raw === currency) return;
    if (typeof raw !== 'string' || raw.toUpperCase() !== currency) {
      this.report(fields.currency.name, `must be ${currency}, the currency of ${marketplaceId}, not ${display(raw)}`);
    }
  }
}

function display(raw: unknown): string {
  if (typeof raw === 'string') return JSON.stringify(raw.length > 40 ? `${raw.slice(0, 40)}...` : raw);
  if (Array.isArray(raw)) return `a list of ${raw.length} elements`;
  if (typeof raw === 'object' && raw !== null) return `an object with ${Object.keys(raw).length} fields`;
  return String(raw);
}
