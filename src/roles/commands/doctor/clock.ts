import type { Db } from '../../../db/db.ts';
import { MAX_BRIDGED_MS } from '../../../domain/clock-bridge.ts';
import { latestEngineTime } from '../../../notifications/engine-time.ts';
import { ask } from './ask.ts';
import { type Finding, found, note, ok, problem } from './finding.ts';
import { discoveryUrlOf } from './provider.ts';
import { span } from './size.ts';
import type { Subject } from './subject.ts';

const WARN_MS = 1_000;
const PROBLEM_MS = 30_000;

/** How far another clock is ahead of this machine's. The true difference is within `errorMs` of it. */
type Difference = { readonly aheadMs: number; readonly errorMs: number };

export type ClockFacts = Awaited<ReturnType<typeof lookAtClock>>;

/** `storedAheadMs` is negative when the latest time in the store has passed. */
export async function lookAtClock(subject: Subject) {
  const { db } = subject;
  const discoveryUrl = discoveryUrlOf(subject);
  const [postgres, provider, latestMs] = await Promise.all([
    db?.engine === 'postgres' ? postgresClock(db) : undefined,
    discoveryUrl === undefined ? undefined : providerClock(discoveryUrl),
    db && latestEngineTime(db).catch(() => undefined),
  ]);
  return { postgres, provider, storedAheadMs: latestMs === undefined ? undefined : latestMs - Date.now() };
}

async function postgresClock(db: Db): Promise<Difference | undefined> {
  const sentMs = Date.now();
  const startedAt = performance.now();
  const row = await db.get<{ ms: number }>('SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS ms');
  const halfMs = (performance.now() - startedAt) / 2;
  return row && { aheadMs: row.ms - (sentMs + halfMs), errorMs: halfMs };
}

/** The `Date` of an answer has whole seconds: it stands for the middle of one. */
async function providerClock(url: string): Promise<Difference | undefined> {
  const sentMs = Date.now();
  const answer = await ask(url).catch(() => undefined);
  const dateMs = Date.parse(answer?.date ?? '');
  if (answer === undefined || Number.isNaN(dateMs)) return undefined;
  return { aheadMs: dateMs + 500 - (sentMs + answer.tookMs / 2), errorMs: 500 + answer.tookMs / 2 };
}

const SYNCHRONIZE = 'Synchronize the clocks of all machines by NTP (timedatectl set-ntp true, or chrony)';

export function judgeClock({ postgres, provider, storedAheadMs = 0 }: ClockFacts): Finding[] {
  const effect = storedAheadMs > MAX_BRIDGED_MS ? '' : '. Until then the service goes on from the time in the store';
  const findings = found(
    judgeOne('PostgreSQL', postgres),
    judgeOne('the identity provider', provider),
    storedAheadMs > PROBLEM_MS &&
      problem`the store has times that are ${span(storedAheadMs)} ahead of this machine's clock: it was set back, or was wrong before${effect} -> ${SYNCHRONIZE}`,
  );
  return findings.length > 0 ? findings : [note`there is no other clock to compare with: NTP keeps this one right`];
}

function judgeOne(name: string, difference: Difference | undefined): Finding | undefined {
  if (difference === undefined) return undefined;
  const surelyMs = Math.abs(difference.aheadMs) - difference.errorMs;
  if (surelyMs <= WARN_MS) return ok`the clock of ${name} agrees with this machine's`;
  const direction = difference.aheadMs > 0 ? 'ahead of' : 'behind';
  const text = `the clock of ${name} is ${span(surelyMs)} ${direction} this machine's`;
  return surelyMs <= PROBLEM_MS
    ? note`${text}: tokens and signatures may count as expired too early. ${SYNCHRONIZE}`
    : problem`${text}: tokens, signatures and due times are wrong -> ${SYNCHRONIZE}`;
}
