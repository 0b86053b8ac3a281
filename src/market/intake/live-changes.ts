import type { OfferKey } from '../../domain/market/offer.ts';
import { type WrittenTerms, writeOfferTerms } from '../../domain/market/records/offer-terms.ts';
import { writeTime } from '../../domain/time.ts';
import { type Warning, writeWarnings } from '../../wire/warning.ts';
import type { ApplyOptions } from '../apply-call.ts';
import type { Market } from '../market.ts';
import { jsonProblem } from '../record-text/json-problem.ts';
import type { RecordText } from '../record-text/lines.ts';
import { recordSplitter } from '../record-text/splitter.ts';
import { type ChangeCounts, Intake, type KeptOffer } from './intake.ts';
import { Quietness } from './quietness.ts';
import { UnknownFields } from './unknown-fields.ts';

/** Changes in one transaction. It also rebuilds the boards that they touch, and other writers wait for it. */
const BATCH_SIZE = 200;

/** Reasons in one report: more would not help the caller, and the answer must fit in memory. */
const MAX_REJECTIONS = 1_000;

/** Listings in one report whose terms were kept. */
const MAX_KEPT = 1_000;

type Rejection = { line: number; field: string; reason: string };

export type LoadOptions = Pick<ApplyOptions, 'requestId' | 'trace' | 'onApplied'> & {
  /** Whether no events are published. Undefined: none about the first load of a marketplace. */
  quiet?: boolean | undefined;
};

export type ChangeReport = ChangeCounts & {
  /** Why lines were rejected, in the order of lines: at most a thousand reasons. */
  rejections: Rejection[];
  /** How many more reasons there are. */
  moreRejections: number;
  /** Listings that kept the terms of their sellers (decision 49): how many, and the first thousand. Absent when there are none. */
  keptTerms?: { count: number; listings: KeptListing[] };
  /** Fields that were ignored. Absent when there are none. */
  warnings?: readonly Warning[];
};

type KeptListing = OfferKey & { line: number; changedAt: string; terms: WrittenTerms };

/**
 * Applies a stream of changes, JSON lines or one JSON array, while it arrives. Memory is bounded: a batch of records, one
 * unfinished line, a thousand reasons. An applied batch stays applied when the stream breaks off.
 */
export async function applyLiveChanges(
  market: Market,
  chunks: AsyncIterable<Uint8Array>,
  { quiet, ...request }: LoadOptions = {},
): Promise<ChangeReport> {
  const rejections: Rejection[] = [];
  let moreRejections = 0;
  const kept = new KeptTermsReport();
  const intake = await Intake.open(market, {
    boards: 'now',
    batchSize: BATCH_SIZE,
    ...request,
    quietness: await Quietness.atStart(market.facts, quiet),
    onReject: (line, problem) => {
      if (rejections.length < MAX_REJECTIONS) rejections.push({ line, ...problem });
      else moreRejections += 1;
    },
    onKeptTerms: (offer) => kept.add(offer),
  });
  const splitter = recordSplitter();
  const unknownFields = new UnknownFields();
  for await (const chunk of chunks) await takeAll(intake, splitter.push(chunk), unknownFields);
  await takeAll(intake, splitter.end(), unknownFields);
  await intake.flush();
  await market.growth.add(intake.counts.added);
  rejections.sort((a, b) => a.line - b.line);
  const report = { ...intake.counts, rejections, moreRejections, ...kept.written() };
  return { ...report, ...writeWarnings(unknownFields.warnings()) };
}

class KeptTermsReport {
  #count = 0;
  readonly #listings: KeptListing[] = [];

  add({ line, offer, termsSetMs, terms: kept }: KeptOffer): void {
    this.#count += 1;
    if (this.#listings.length === MAX_KEPT) return;
    const { marketplaceId, sellerId, sku, currency } = offer;
    const terms = writeOfferTerms(kept, currency);
    this.#listings.push({ line, marketplaceId, sellerId, sku, changedAt: writeTime(termsSetMs), terms });
  }

  written(): Pick<ChangeReport, 'keptTerms'> {
    return this.#count === 0 ? {} : { keptTerms: { count: this.#count, listings: this.#listings } };
  }
}

async function takeAll(intake: Intake, texts: readonly RecordText[], unknownFields: UnknownFields): Promise<void> {
  for (const record of texts) {
    if ('problem' in record) {
      intake.reject(record.line, [{ field: '', reason: record.problem }]);
      continue;
    }
    let value: unknown;
    try {
      value = JSON.parse(record.text);
    } catch {
      intake.reject(record.line, [{ field: '', reason: jsonProblem(record.text, record.line, record.column) }]);
      continue;
    }
    unknownFields.check(record.line, value);
    await intake.take(record.line, value);
  }
}
