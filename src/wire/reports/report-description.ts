import type { SellerRight } from '../../domain/authorization/rights.ts';
import type { Marketplace } from '../../domain/market/marketplace.ts';

/** `money` and `decimal` are numbers with a fraction; the column `CurrencyCode` of the same line says which money. `json`: a list or object. */
export type ReportColumnType = 'text' | 'integer' | 'decimal' | 'money' | 'boolean' | 'time' | 'json';

export type ReportColumn = {
  /** The name that the fitting endpoint uses. */
  readonly name: string;
  readonly type: ReportColumnType;
  /** One sentence: `docs/reports.md` and the OpenAPI document show it. */
  readonly description: string;
};

/** What callers know of a type of reports. */
export type ReportDescription = {
  /** `reportType`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** What reading its lines needs, when the report is asked for and at each download (decision 54). */
  readonly right: SellerRight;
  /** The shape of `parameters`: a `Type.Named` object, which is validated before anything else sees it. */
  readonly parameters: object;
  /** What the shape cannot say: the problem of parameters, as the end of `parameters...`. Absent: all that fit the shape are good. */
  readonly problemOf?: (
    parameters: Readonly<Record<string, unknown>>,
    marketplaces: readonly Marketplace[],
  ) => string | undefined;
  /**
   * The columns that identify a line. Lines come in their order: texts by code point, integers by value. No two lines have the same key.
   */
  readonly key: readonly string[];
  readonly columns: readonly ReportColumn[];
};

export type LineValue = string | number | boolean | undefined | readonly unknown[] | Readonly<Record<string, unknown>>;

/** A line of a report. What is undefined has no member in JSON, and an empty cell in CSV. */
export type Line = Readonly<Record<string, LineValue>>;
