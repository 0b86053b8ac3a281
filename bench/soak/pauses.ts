/** A time in which a process of the run could do nothing, and that is none of its own work. */
export type Pause = {
  readonly fromMs: number;
  readonly untilMs: number;
  /** How much of it. */
  readonly lostMs: number;
  /**
   * `collection`: the probe's own garbage collection. `processor`: others had the processor. `disk`: another program waited for the disk,
   * too.
   */
  readonly cause: 'collection' | 'processor' | 'disk';
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

/** The cause that took at least half of a stall, if one did. */
export function causeAmong(pauses: readonly Pause[], stall: Stall): string | undefined {
  const during = { fromMs: stall.endedMs - stall.delayMs - NOTICED_MS, untilMs: stall.endedMs };
  if (lostTo('collection', pauses, during) >= stall.delayMs / 2) return "the probe's garbage collection";
  if (stall.processorMs >= OWN_STALL_MS) return undefined;
  if (lostTo('processor', pauses, during) >= stall.delayMs / 2) return 'others had the processor';
  return lostTo('disk', pauses, during) >= stall.delayMs / 2 ? 'the disk, for which others waited, too' : undefined;
}
