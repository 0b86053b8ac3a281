import { existsSync, readFileSync } from 'node:fs';

/** Ticks of all that each processor did. One of them is what the host took ("steal"), by proc(5). */
const PROC_STAT = '/proc/stat';
const STOLEN_FIELD = 8;
const MS_PER_TICK = 10;

/** What the host of a virtual machine took from each processor since its start. Empty where the system does not say. */
export function takenByHostMs(): number[] {
  if (!existsSync(PROC_STAT)) return [];
  return readFileSync(PROC_STAT, 'utf8')
    .split('\n')
    .filter((line) => /^cpu\d/.test(line))
    .map((line) => Number(line.split(/\s+/)[STOLEN_FIELD]) * MS_PER_TICK);
}

/** Two ticks: one is taken now and then from every virtual machine. */
const MAX_TAKEN_MS = 20;

/** From the one moment until before the other. */
export type Span = { fromMs: number; untilMs: number };

/**
 * Tells in which times the host of a virtual machine gave its processors to others: what takes long then says nothing about the program.
 * A time counts as disturbed with the one before it and the one after it, because requests of the one wait in the other.
 */
export class HostWatch {
  readonly #taken: () => readonly number[];
  readonly #samples: { atMs: number; taken: readonly number[] }[] = [];

  constructor(taken: () => readonly number[] = takenByHostMs) {
    this.#taken = taken;
  }

  /** Ends a time, and begins the next one. */
  sample(atMs: number): void {
    this.#samples.push({ atMs, taken: this.#taken() });
  }

  /** The times that are neither disturbed nor beside a disturbed one. */
  undisturbed(): Span[] {
    const spans = this.#samples.slice(1).map(({ atMs, taken }, n) => {
      const before = this.#samples[n];
      const lost = Math.max(0, ...taken.map((ms, processor) => ms - (before?.taken[processor] ?? ms)));
      return { fromMs: before?.atMs ?? atMs, untilMs: atMs, isDisturbed: lost > MAX_TAKEN_MS };
    });
    const isBeside = (n: number) => spans.slice(Math.max(0, n - 1), n + 2).some(({ isDisturbed }) => isDisturbed);
    return spans.filter((_span, n) => !isBeside(n)).map(({ fromMs, untilMs }) => ({ fromMs, untilMs }));
  }
}
