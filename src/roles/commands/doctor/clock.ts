import { MAX_BRIDGED_MS } from '../../../domain/clock-bridge.ts';
import { latestEngineTime } from '../../../notifications/engine-time.ts';
import { ask } from './ask.ts';
import { check } from './check.ts';
import { type Finding, found, note, ok, problem, span } from './finding.ts';
import { discoveryUrlOf } from './provider.ts';

const WARN_MS = 1_000;
const PROBLEM_MS = 30_000;
const SYNCHRONIZE = 'Synchronize the clocks of all machines by NTP (timedatectl set-ntp true, or chrony)';
const POSTGRES_TIME = 'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS ms';

/** How far another clock is ahead of this machine's. The true difference is within `errorMs` of it. */
type Difference = { readonly aheadMs: number; readonly errorMs: number };

/** `storedAheadMs` is negative when the latest time in the store has passed. */
export const clockCheck = check({
  title: 'Clock',
  look: async (subject) => {
    const { db } = subject.store;
    const url = discoveryUrlOf(subject);
    const [postgres, provider, latestMs] = await Promise.all([
      db?.engine === 'postgres' ? difference(async () => (await db.get<{ ms: number }>(POSTGRES_TIME))?.ms) : undefined,
      url === undefined ? undefined : difference(() => dateOf(url), 500),
      db && latestEngineTime(db).catch(() => undefined),
    ]);
    return { postgres, provider, storedAheadMs: latestMs === undefined ? undefined : latestMs - Date.now() };
  },
  judge: ({ postgres, provider, storedAheadMs = 0 }) => {
    const effect = storedAheadMs > MAX_BRIDGED_MS ? '' : '. Until then the service goes on from the time in the store';
    const findings = found([
      postgres && judgeOne('PostgreSQL', postgres),
      provider && judgeOne('the identity provider', provider),
      storedAheadMs > PROBLEM_MS &&
        problem`the store has times that are ${span(storedAheadMs)} ahead of this machine's clock: it was set back, or was wrong before${effect} -> ${SYNCHRONIZE}`,
    ]);
    return findings.length > 0 ? findings : note`there is no other clock to compare with: NTP keeps this one right`;
  },
});

/** Undefined when the other clock does not tell its time. */
async function difference(read: () => Promise<number | undefined>, errorMs = 0): Promise<Difference | undefined> {
  const sentMs = Date.now();
  const startedAt = performance.now();
  const otherMs = await read();
  const halfMs = (performance.now() - startedAt) / 2;
  return otherMs === undefined ? undefined : { aheadMs: otherMs - (sentMs + halfMs), errorMs: errorMs + halfMs };
}

/** The `Date` of an answer has whole seconds: it stands for the middle of one. */
async function dateOf(url: string): Promise<number | undefined> {
  const answer = await ask(url).catch(() => undefined);
  const dateMs = Date.parse(answer?.date ?? '');
  return Number.isNaN(dateMs) ? undefined : dateMs + 500;
}

function judgeOne(name: string, { aheadMs, errorMs }: Difference): Finding {
  const surelyMs = Math.abs(aheadMs) - errorMs;
  if (surelyMs <= WARN_MS) return ok`the clock of ${name} agrees with this machine's`;
  const text = `the clock of ${name} is ${span(surelyMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
  return surelyMs <= PROBLEM_MS
    ? note`${text}: tokens and signatures may count as expired too early. ${SYNCHRONIZE}`
    : problem`${text}: tokens, signatures and due times are wrong -> ${SYNCHRONIZE}`;
}
