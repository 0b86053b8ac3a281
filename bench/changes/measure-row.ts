import { fileURLToPath } from 'node:url';
import type { DbConfig } from '../../src/db/open.ts';
import { BenchChild } from '../bench-child.ts';
import { measureInTurn } from '../compare/rounds.ts';
import { cpuMicrosOf } from '../requests/cpu.ts';
import type { RunningProcess } from '../requests/service.ts';
import { startApi } from './api-process.ts';
import type { BareArguments, BareRequest, BareWrites } from './bare-child.ts';
import { callsOfParts, sendCalls } from './callers.ts';
import { type CallPlan, paceOf, stepsOf } from './options.ts';
import { type Call, MAX_CALLERS } from './price-feed.ts';
import type { Recording } from './recording.ts';

const BARE_PROGRAM = fileURLToPath(new URL('./bare-child.ts', import.meta.url));

/** Per change: the processor time of all processes, and that of PostgreSQL's alone. */
export type ChangeMeasurement = {
  cpuMicros: number;
  serverCpuMicros: number;
  changesPerSecond: number;
  /** How long a call takes. Empty for the bare loop. */
  callMs: number[];
  /** Rows that the bare loop wrote. 0 for the service. */
  rows: number;
};

/** `serverCpu` returns the processor time of the database server so far, 0 where there is none. */
export type RowInput = {
  plan: CallPlan;
  calls: readonly Call[];
  recording: Recording;
  callers: number;
  serverCpu: () => number;
};

/** Measures the service on one store and the bare loop on another. Both are copies of the store on which the calls were recorded. */
export async function measureRow(
  input: RowInput,
  { service, bare }: { service: DbConfig; bare: DbConfig },
): Promise<{ own: ChangeMeasurement[]; bare: ChangeMeasurement[] }> {
  const api = await startApi(service);
  const given: BareArguments = { recorded: input.recording.store, into: bare };
  const loop = await BenchChild.start(BARE_PROGRAM, given, { what: 'writes rows', execArgv: ['--expose-gc'] });
  try {
    await writeStart(loop, input.recording);
    const sides = [eachStep(input, serviceStep(input, api)), eachStep(input, bareStep(input, loop))];
    const [own = [], limit = []] = await measureInTurn(sides, paceOf(input.plan));
    return { own, bare: limit };
  } finally {
    loop.stop();
    await api.stop();
  }
}

type Step = (from: number, until: number) => Promise<ChangeMeasurement>;

/** Both sides make the same steps: a warm-up is a step whose figures nobody needs. */
function eachStep({ plan }: RowInput, step: Step) {
  const steps = stepsOf(plan);
  const next = () => step(...(steps.shift() ?? [0, 0]));
  return { warmUp: next, measure: next };
}

const serviceStep =
  ({ calls, callers, serverCpu }: RowInput, { pid, base }: RunningProcess): Step =>
  async (from, until) => {
    const queue = callsOfParts(calls.slice(from, until), callers, MAX_CALLERS);
    const [before, serverBefore] = [cpuMicrosOf(pid), serverCpu()];
    const { changes, seconds, callMs } = await sendCalls(base, callers, queue);
    const server = serverCpu() - serverBefore;
    return perChange(changes, seconds, { cpuMicros: cpuMicrosOf(pid) - before, server, callMs, rows: 0 });
  };

const bareStep =
  ({ calls, recording, serverCpu }: RowInput, loop: BenchChild): Step =>
  async (from, until) => {
    await ask(loop, { prepare: recording.calls.slice(from, until) });
    const [began, serverBefore] = [performance.now(), serverCpu()];
    const { cpuMicros, rows } = await ask(loop, { write: true });
    const [seconds, server] = [(performance.now() - began) / 1_000, serverCpu() - serverBefore];
    const changes = calls.slice(from, until).reduce((sum, call) => sum + call.changes, 0);
    return perChange(changes, seconds, { cpuMicros, server, callMs: [], rows });
  };

async function writeStart(loop: BenchChild, { start }: Recording): Promise<void> {
  await ask(loop, { prepare: [start] });
  await ask(loop, { write: true });
}

const ask = (loop: BenchChild, request: BareRequest) => loop.ask(request) as Promise<BareWrites>;

function perChange(
  changes: number,
  seconds: number,
  used: { cpuMicros: number; server: number; callMs: number[]; rows: number },
): ChangeMeasurement {
  return {
    cpuMicros: (used.cpuMicros + used.server) / changes,
    serverCpuMicros: used.server / changes,
    changesPerSecond: changes / seconds,
    callMs: used.callMs,
    rows: used.rows / changes,
  };
}
