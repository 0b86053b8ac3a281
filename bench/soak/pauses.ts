const CAUSES = {
  collection: "the probe's garbage collection",
  processor: 'others had the processor',
  host: 'the host of the virtual machine had the processor',
  disk: 'the disk, for which another program waited, too',
};

const OUTSIDE = ['processor', 'host', 'disk'] as const;

/** A time in which a process of the run could do nothing, and that is none of its own work. */
export type Pause = {
  readonly fromMs: number;
  readonly untilMs: number;
  /** How much of it. */
  readonly lostMs: number;
  readonly cause: keyof typeof CAUSES;
};

/** What one cause took of a time, in milliseconds. */
export function lostTo(
  cause: Pause['cause'],
  pauses: readonly Pause[],
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): number {
  let lost = 0;
  for (const pause of pauses) {
    if (pause.cause !== cause) continue;
    const shared = Math.min(pause.untilMs, untilMs) - Math.max(pause.fromMs, fromMs);
    if (shared > 0) lost += Math.min(shared, pause.lostMs);
  }
  return lost;
}

/** The log says when a stall was noticed, which is a little later than it ended. */
const NOTICED_MS = 60;

/** What computed for so long would stall with all of the machine, too. */
const OWN_STALL_MS = 100;

/** As the log has it. `processorMs`: what the thread computed meanwhile. */
type Stall = { readonly endedMs: number; readonly delayMs: number; readonly processorMs: number };

/** What took at least half of a stall, if it was none of the service: the garbage collection of the probe, or the machine. */
export function causeAmong(pauses: readonly Pause[], stall: Stall): string | undefined {
  const during = { fromMs: stall.endedMs - stall.delayMs - NOTICED_MS, untilMs: stall.endedMs };
  if (lostTo('collection', pauses, during) >= stall.delayMs / 2) return CAUSES.collection;
  if (stall.processorMs >= OWN_STALL_MS) return undefined;
  const losses = OUTSIDE.map((cause) => ({ cause, lostMs: lostTo(cause, pauses, during) }));
  const lostMs = losses.reduce((sum, one) => sum + one.lostMs, 0);
  const [most] = losses.sort((a, b) => b.lostMs - a.lostMs);
  return most !== undefined && lostMs >= stall.delayMs / 2 ? CAUSES[most.cause] : undefined;
}
