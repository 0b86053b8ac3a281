import { readFileSync } from 'node:fs';
import type { Db } from '../../src/db/db.ts';
import { DAY_MS, MINUTE_MS } from '../../src/domain/duration.ts';

/** How long the rows of a table live, as docs/retention.md says. */
export type Lifetime = {
  readonly table: string;
  /** The time from which a row is old, in ms. Absent where an older row of each key stays, or a row goes with one of another table. */
  readonly from?: string;
  readonly days: number;
  /** How many days after it came a row is old, where `from` is a time that lies ahead. */
  readonly daysAhead?: number;
};

type Settings = Readonly<Record<string, string>>;

/** Those of the settings, and of settings.env where there is none. */
function settingsWith(settings: Settings): (name: string) => number {
  const text = readFileSync(new URL('../../settings.env', import.meta.url), 'utf8');
  const defaults = Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  return (name) => Number(settings[name] ?? defaults[name]);
}

/** The tables of the service's store whose rows end by age, and that a run fills. */
export function lifetimes(settings: Settings): Lifetime[] {
  const setting = settingsWith(settings);
  const [historyDays, receiptDays] = [setting('HISTORY_DAYS'), setting('PRICE_CHANGE_DAYS')];
  const logDays = setting('NOTIFY_KEEP_SECONDS') / 86_400;
  const lifetimeDays = setting('NOTIFY_LIFETIME_SECONDS') / 86_400;
  const eventDays = Math.max(setting('EVENT_DAYS'), logDays + lifetimeDays);
  return [
    { table: 'market_log', days: historyDays },
    { table: 'buy_box_time', days: historyDays },
    { table: 'seller_time', days: historyDays },
    { table: 'terms_log', from: 'until_ms', days: historyDays },
    { table: 'price_change', from: 'created_ms', days: receiptDays },
    { table: 'price_change_feed', from: 'at_ms', days: receiptDays },
    { table: 'report', from: 'created_ms', days: 7 },
    { table: 'delivery', from: 'created_ms', days: logDays + lifetimeDays },
    { table: 'delivery_body', days: logDays + lifetimeDays },
    { table: 'delivery_attempt', from: 'started_ms', days: logDays + lifetimeDays },
    { table: 'message', from: 'created_ms', days: Math.max(1, logDays) + lifetimeDays },
    { table: 'message_count', from: `day * ${DAY_MS}`, days: 2 },
    { table: 'idempotency_key', from: 'created_ms', days: 1 },
    { table: 'event_content', from: 'at_ms', days: eventDays },
    { table: 'seller_event', from: 'at_ms', days: eventDays },
    { table: 'event_window', from: `touched_day * ${DAY_MS}`, days: 2 },
    { table: 'usage_minute', from: `minute * ${MINUTE_MS}`, days: 2 },
    { table: 'usage_day', from: `day * ${DAY_MS}`, days: 400 },
    { table: 'audit_entry', from: 'at_ms', days: setting('AUDIT_DAYS') },
  ];
}

/** Those of the provider's store. */
export const PROVIDER_LIFETIMES: readonly Lifetime[] = [
  { table: 'idp_record', from: 'expires_at', days: 0, daysAhead: 365 },
  { table: 'idp_link', from: 'expires_at', days: 0, daysAhead: 7 },
  { table: 'idp_sign_in', from: 'used_at', days: 30 },
  { table: 'idp_sign_in_attempt', from: 'at_ms', days: 90 },
  { table: 'idp_device', from: 'used_at', days: 400 },
];

/** When the oldest row of each table is from. Tables without rows are absent. */
export async function oldestRows(db: Db, tables: readonly Lifetime[]): Promise<Map<string, number>> {
  const oldest = new Map<string, number>();
  for (const { table, from } of tables) {
    if (from === undefined) continue;
    const row = await db.get<{ ms: number | null }>(`SELECT MIN(${from}) AS ms FROM ${table}`);
    if (row?.ms != null) oldest.set(table, Number(row.ms));
  }
  return oldest;
}
