import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FatalReport } from '../../domain/reports/report.ts';
import { csvWriter, jsonlWriter } from '../../wire/reports/document-lines.ts';
import { writeInstant, writeNotInEvents } from '../../wire/reports/report.ts';
import { MissingDocumentError } from '../files/document-files.ts';
import { reportById, type StoredReport } from '../report-table.ts';
import type { ReportType } from '../report-type.ts';
import { DocumentFile } from './document-file.ts';
import { linesOf } from './lines-of.ts';
import type { RawCopy } from './raw-copy.ts';
import type { ReportHold } from './report-hold.ts';
import type { RunParts } from './run-parts.ts';

type Writing = {
  readonly report: StoredReport;
  readonly type: ReportType;
  readonly folder: string;
  readonly hold: ReportHold;
};

/** Computes the lines of the copy, and writes the document into the folder. */
export async function writeLines(parts: RunParts, copy: RawCopy, { report, type, folder, hold }: Writing) {
  const { format, locale, sinceId } = report;
  const { description } = type;
  const earlier = sinceId === undefined ? undefined : await earlierLines(parts, sinceId);
  const writer = format === 'CSV' ? csvWriter(description, earlier !== undefined, locale) : jsonlWriter(description);
  const document = new DocumentFile(folder, {
    ...{ description, writer, earlier: earlier?.lines },
    onBytes: (bytes) => hold.onBytes(bytes),
  });
  try {
    await document.head({
      reportId: report.id,
      reportType: report.type,
      marketplaceIds: report.marketplaceIds,
      parameters: report.parameters,
      ...writeInstant(copy.instant),
      notInEvents: copy.between && writeNotInEvents(copy.between),
      since: earlier && {
        reportId: earlier.report.id,
        ...(earlier.report.instant && writeInstant(earlier.report.instant)),
      },
    });
    const contents = copy.contents((error) => parts.onBadLine?.(error, report.id));
    for await (const line of type.lines(contents, report)) {
      await document.line(line);
      if (hold.isDue()) await hold.extend();
    }
    return await document.end();
  } catch (error) {
    document.abandon();
    throw error;
  }
}

async function earlierLines(
  { db, stores }: RunParts,
  sinceId: string,
): Promise<{ report: StoredReport; lines: AsyncIterable<string> }> {
  const gone = () => new FatalReport('SinceRemoved', 'The report that this one is compared with was removed.');
  const report = await reportById(db, sinceId);
  const store = stores.find(({ name }) => name === report?.storedIn);
  if (report === undefined || store === undefined) throw gone();
  const lines = async function* () {
    try {
      yield* linesOf(Readable.from(store.read(sinceId, 'known')).compose(createGunzip()));
    } catch (error) {
      throw error instanceof MissingDocumentError ? gone() : error;
    }
  };
  return { report, lines: lines() };
}
