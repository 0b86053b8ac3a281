import { writeTime } from '../time.ts';

/** A gateway's report on an accepted message. Only `delivered`, `failed` and `rejected` are final. */
export type SmsReport = {
  kind: 'delivered' | 'failed' | 'rejected' | 'buffered' | 'handedOver';
  /** The network's reason; may be empty. */
  reason: string;
};

const MAX_REASON_CHARACTERS = 200;

/** Kannel's bits (user guide, "delivery reports"), the final ones first: some gateways set a second bit. */
const kinds: readonly (readonly [bit: number, kind: SmsReport['kind']])[] = [
  [1, 'delivered'],
  [2, 'failed'],
  [16, 'rejected'],
  [4, 'buffered'],
  [8, 'handedOver'],
];

/** Kannel replaces `%d` by the kind of the report and `%A` by the network's text. */
const ESCAPES = 'type=%d&answer=%A';

/** The URL that the gateway reports to. The gateway must be able to reach it: set PUBLIC_URL accordingly. */
export function smsReportUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/callbacks/v4/sms/${token}?${ESCAPES}`;
}

/** Undefined when the kind of the report is unknown. */
export function readSmsReport(type: unknown, answer: unknown): SmsReport | undefined {
  if (typeof type !== 'string' || !/^\d{1,4}$/.test(type)) return undefined;
  const [, kind] = kinds.find(([bit]) => (Number(type) & bit) !== 0) ?? [];
  return kind && { kind, reason: typeof answer === 'string' ? oneLine(answer) : '' };
}

/** `withReport` recognizes reports by their lines in the log, so the network's text must not contain a line break. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON_CHARACTERS)
    .toWellFormed();
}

const texts: Readonly<Record<SmsReport['kind'], string>> = {
  delivered: 'Delivered to the phone',
  failed: 'Not delivered',
  rejected: 'Not delivered',
  buffered: 'Waiting in the network for the phone',
  handedOver: 'Handed to the network',
};

/** The changed fields of an attempt in the log. */
export type Reported = { answer: string; error?: string };

/**
 * Adds a report to `answer`, the text in the log so far; undefined when nothing changes. Reports arrive late, twice and in any
 * order: each kind is recorded once, and nothing after a final one.
 */
export function withReport(answer: string, { kind, reason }: SmsReport, nowMs: number): Reported | undefined {
  const lines = answer.split('\n');
  const has = (text: string) => lines.some((line) => line.startsWith(text));
  if (has(texts.delivered) || has(texts.failed) || has(texts[kind])) return undefined;
  const isFailure = kind === 'failed' || kind === 'rejected';
  const why = reason || (kind === 'rejected' ? 'the network rejected the message' : 'the network gave up');
  const line = `${texts[kind]}${isFailure ? `: ${why},` : ''} ${writeTime(nowMs)}`;
  return {
    answer: answer === '' ? line : `${answer}\n${line}`,
    ...(isFailure ? { error: `${texts[kind]}: ${why}.` } : {}),
  };
}
