import { writeTime } from '../time.ts';

/** What a gateway reports of a message that it took. Only `delivered`, `failed` and `rejected` are final. */
export type SmsReport = {
  kind: 'delivered' | 'failed' | 'rejected' | 'buffered' | 'handedOver';
  /** What the network said, where it said anything. */
  reason: string;
};

const MAX_REASON = 200;

/** Kannel's bits (user guide, "delivery reports"), the final ones first: some gateways add one of their own to them. */
const kinds: readonly (readonly [bit: number, kind: SmsReport['kind']])[] = [
  [1, 'delivered'],
  [2, 'failed'],
  [16, 'rejected'],
  [4, 'buffered'],
  [8, 'handedOver'],
];

/** Kannel puts the kind of the report and the network's words in place of `%d` and `%A` when it calls. */
const ESCAPES = 'type=%d&answer=%A';

/** Where the gateway reports what became of a message. It must reach this address: that is what PUBLIC_URL is for. */
export function smsReportUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/callbacks/v4/sms/${token}?${ESCAPES}`;
}

/** Undefined when it is none that the service knows. */
export function readSmsReport(type: unknown, answer: unknown): SmsReport | undefined {
  if (typeof type !== 'string' || !/^\d{1,4}$/.test(type)) return undefined;
  const [, kind] = kinds.find(([bit]) => (Number(type) & bit) !== 0) ?? [];
  return kind && { kind, reason: typeof answer === 'string' ? oneLine(answer) : '' };
}

/** Lines of the log are what reports are found again by, so the network's words must not make one. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON)
    .toWellFormed();
}

const words: Readonly<Record<SmsReport['kind'], string>> = {
  delivered: 'Delivered to the phone',
  failed: 'Not delivered',
  rejected: 'Not delivered',
  buffered: 'Waiting in the network for the phone',
  handedOver: 'Handed to the network',
};

/** What an attempt in the log becomes; undefined when nothing changes. */
export type Reported = { answer: string; error?: string };

/**
 * Reports come late, twice and in any order: each kind is written down once, and nothing after a final one. `answer` is
 * what the log has so far.
 */
export function withReport(answer: string, { kind, reason }: SmsReport, nowMs: number): Reported | undefined {
  const lines = answer.split('\n');
  const has = (text: string) => lines.some((line) => line.startsWith(text));
  if (has(words.delivered) || has(words.failed) || has(words[kind])) return undefined;
  const isFailure = kind === 'failed' || kind === 'rejected';
  const why = reason || (kind === 'rejected' ? 'the network refused the message' : 'the network gave up');
  const line = `${words[kind]}${isFailure ? `: ${why},` : ''} ${writeTime(nowMs)}`;
  return {
    answer: answer === '' ? line : `${answer}\n${line}`,
    ...(isFailure ? { error: `${words[kind]}: ${why}.` } : {}),
  };
}
