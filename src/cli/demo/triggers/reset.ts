import { demoRecords } from '../records.ts';
import type { DemoApi } from './demo-api.ts';

/**
 * Puts the records of the demo back as they were at its start, also prices that a seller changed. Events, history and receipts stay, and
 * so does what somebody else added. Returns what it did, in words.
 */
export async function resetDemo(api: DemoApi, nowMs: number): Promise<string> {
  const records = demoRecords(nowMs).map((record) =>
    record.kind === 'offer' ? { ...record, terms: 'override' } : record,
  );
  const { added, changed } = await api.change(...records);
  return `The demo market is as at its start: of ${records.length} records ${added + changed} were put back.`;
}
