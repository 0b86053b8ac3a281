import type { Snapshot } from '../../db/snapshot.ts';
import { FatalReport } from '../../domain/reports/report.ts';
import { receiverOf } from '../../notifications/events/receivers.ts';
import type { StoredReport } from '../report-table.ts';
import type { ReportType } from '../report-type.ts';
import { notInEvents } from './not-in-events.ts';
import { CopyWriter, type RawCopy } from './raw-copy.ts';
import type { ReportHold } from './report-hold.ts';
import { LostReport, type RunParts, StoppedReport } from './run-parts.ts';

type Copying = {
  readonly report: StoredReport;
  readonly type: ReportType;
  readonly folder: string;
  readonly hold: ReportHold;
};

/** The rows of one instant. Nothing is computed meanwhile. */
export async function takeCopy(parts: RunParts, { report, type, folder, hold }: Copying): Promise<RawCopy> {
  const { snapshots, now, limits, versions } = parts;
  hold.checkSpace();
  await type.prepare?.(parts, report, () => hold.extendSoon());
  const startedAt = performance.now();
  let count = 0;
  const tooLong = () =>
    new FatalReport(
      'SnapshotTooLong',
      `Copying the rows took longer than ${limits.maxSnapshotMs / 1_000} s: ${count} rows were copied. Ask for fewer marketplaces, or for a shorter time.`,
    );
  const onRow = (rows: number) => {
    count = rows;
    if (performance.now() - startedAt > limits.maxSnapshotMs) throw tooLong();
    hold.extendSoon();
  };
  const writer = new CopyWriter(folder, (bytes) => hold.onBytes(bytes), onRow);
  const work = async (snapshot: Snapshot) => {
    const instantMs = now();
    const sequence = (await receiverOf(snapshot, report.sellerId))?.latestSequence ?? 0;
    await type.copy(snapshot, report, writer, instantMs);
    writer.between(await notInEvents(snapshot, report, writer.versions));
    return { instantMs, sequence };
  };
  try {
    const instant = await snapshots.take(work, limits.maxSnapshotMs);
    return await writer.end(instant, versions);
  } catch (error) {
    writer.abandon();
    // The statement that ran at the end of the time was ended by the server.
    const isOurs = error instanceof LostReport || error instanceof StoppedReport;
    if (performance.now() - startedAt > limits.maxSnapshotMs && !isOurs) throw tooLong();
    throw error;
  }
}
