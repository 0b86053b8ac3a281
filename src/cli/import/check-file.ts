import type { RecordKind } from '../../domain/market/records/envelope.ts';
import { type MarketRecord, readRecord } from '../../domain/market/records/market-record.ts';
import type { FieldProblem } from '../../domain/market/records/reading.ts';
import type { ChangeCounts } from '../../market/intake/intake.ts';
import type { Market } from '../../market/market.ts';
import { recordKey } from '../../market/records/record-key.ts';
import { keyText } from '../../market/records/record-table.ts';
import { KIND_PARAMETER } from './csv-header.ts';
import { KeyLines } from './key-lines.ts';
import { readSource } from './record-source.ts';
import type { LineProblem } from './reject-report.ts';

/** Records that are compared with the store at once. */
const RECORDS_PER_READ = 500;
/** A marketplace more is not named: an operator has a handful. */
const MAX_NAMED_MARKETPLACES = 100;

export type FileToCheck = {
  readonly input: AsyncIterable<Uint8Array>;
  readonly name: string;
  readonly kind: RecordKind | undefined;
};

export type CheckHooks = {
  onProblems(problems: readonly LineProblem[]): Promise<void>;
  /** Called after each batch. Throws to end the check. */
  onLines(lines: number, counts: ChangeCounts): void;
};

export type CheckedFile = {
  readonly counts: ChangeCounts;
  readonly lines: number;
  readonly marketplaceIds: readonly string[];
  /** Whether the last line of the file cannot be read: it may have been cut off. */
  readonly endsUnreadable: boolean;
};

type Read = { readonly line: number; readonly text: string; readonly record: MarketRecord };

/**
 * Reads a file as an import does, and says what that would do, by reading alone: a check of hours must keep no lock. Counts are those of
 * the store as it is now.
 */
export async function checkFile(
  market: Market,
  { input, name, kind }: FileToCheck,
  hooks: CheckHooks,
): Promise<CheckedFile> {
  const counts: ChangeCounts = { added: 0, changed: 0, unchanged: 0, removed: 0, absent: 0, rejected: 0 };
  const marketplaces = await market.facts.marketplaces();
  const currencies = new Map(marketplaces.map(({ marketplaceId, currency }) => [marketplaceId, currency]));
  const seen = new KeyLines();
  const named = new Set<string>();
  let problems: LineProblem[] = [];
  let waiting: Read[] = [];
  let lines = 0;
  let endsUnreadable = false;

  const reject = (line: number, found: readonly FieldProblem[], text: string | undefined) => {
    counts.rejected += 1;
    for (const problem of found) problems.push({ line, ...problem, text });
  };
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    const inFile = (one: 'item' | 'seller', key: string) => seen.has(`${one} ${key}`);
    const outcomes =
      batch.length === 0
        ? []
        : await market.storedOutcomes(
            batch.map(({ record }) => record),
            inFile,
          );
    outcomes.forEach((outcome, n) => {
      const { line, text } = batch[n] as Read;
      if (typeof outcome === 'string') counts[outcome] += 1;
      else reject(line, [outcome], text);
    });
    const found = problems;
    problems = [];
    await hooks.onProblems(found);
    hooks.onLines(lines, counts);
  };
  const take = (line: number, value: unknown, text: string) => {
    const read = readRecord(value, { currencyOf: (id) => currencies.get(id) });
    if (!read.ok) return reject(line, read.problems, text);
    const { record } = read;
    const first = seen.firstLine(`${record.kind} ${keyText(recordKey(record))}`, line);
    if (first !== undefined)
      return reject(
        line,
        [{ field: '', reason: `duplicate ${record.kind}: the first one is in line ${first} and was kept` }],
        text,
      );
    if (record.kind === 'marketplace' && record.op === 'upsert')
      currencies.set(record.value.marketplaceId, record.value.currency);
    const { marketplaceId } = (record.op === 'upsert' ? record.value : record.key) as { marketplaceId?: string };
    if (marketplaceId !== undefined && named.size < MAX_NAMED_MARKETPLACES) named.add(marketplaceId);
    waiting.push({ line, text, record });
  };

  for await (const batch of readSource(input, { name, kind, setKind: KIND_PARAMETER })) {
    for (const source of batch) {
      if ('unknownColumns' in source) continue;
      lines += 1;
      endsUnreadable = 'reason' in source;
      if ('value' in source) take(source.line, source.value, source.text);
      else reject(source.line, [source], source.text);
      if (waiting.length >= RECORDS_PER_READ) await flush();
    }
    hooks.onLines(lines, counts);
  }
  await flush();
  return { counts, lines, marketplaceIds: [...named].sort(), endsUnreadable };
}
