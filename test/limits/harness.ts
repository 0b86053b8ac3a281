import type { Limits } from '../../src/domain/rate-plan.ts';
import type { LimitServerOptions } from '../../src/limits/limit-server.ts';
import { type RunningLimits, startSharedLimits } from '../../src/limits/shared-limits.ts';
import { until } from '../harness/until.ts';

export const limitsOf = (burst: number, sustained: number, burstSeconds = 60, sustainedSeconds = 60): Limits => ({
  burst: { requests: burst, seconds: burstSeconds },
  sustained: { requests: sustained, seconds: sustainedSeconds },
});

/** One process among others, as far as the server can tell: a connection and counters of its own. */
export type TestProcess = RunningLimits & {
  readonly lines: { level: 'info' | 'warn'; fields: Record<string, unknown>; text: string }[];
  /** Takes one request, also when the server has to be asked. Undefined when it cannot be. */
  take(limits: Limits, key: string): Promise<boolean | undefined>;
  giveBack(limits: Limits, key: string): void;
};

/** A loaded machine may keep a healthy server waiting: only tests about late answers use the real limit. */
const PATIENT_MS = 10_000;

export async function startTestProcess(url: string, options: Partial<LimitServerOptions> = {}): Promise<TestProcess> {
  const lines: TestProcess['lines'] = [];
  const write = (level: 'info' | 'warn') => (fields: Record<string, unknown>, text: string) =>
    void lines.push({ level, fields, text });
  const log = { info: write('info'), warn: write('warn') } as unknown as LimitServerOptions['log'];
  const shared = await startSharedLimits({ url, log, maxAnswerMs: PATIENT_MS, ...options });
  const byLimits = new Map<Limits, ReturnType<RunningLimits['limit']>>();
  const limitBy = (limits: Limits) => {
    const limit = byLimits.get(limits) ?? shared.limit('test', limits, now);
    byLimits.set(limits, limit);
    return limit;
  };
  return {
    ...shared,
    lines,
    take: async (limits, key) => (await limitBy(limits).take(key, Math.floor(now())))?.isAllowed,
    giveBack: (limits, key) => limitBy(limits).giveBack(key, Math.floor(now())),
  };
}

const now = () => performance.now();

/** Starts processes that know of each other. */
export async function startTestProcesses(url: string, count: number): Promise<TestProcess[]> {
  const processes = await Promise.all(Array.from({ length: count }, () => startTestProcess(url, { heartbeatMs: 100 })));
  await until(() => processes.every((one) => one.processes() === count));
  return processes;
}

export const stopAll = (processes: readonly TestProcess[]) => Promise.all(processes.map((one) => one.stop()));
