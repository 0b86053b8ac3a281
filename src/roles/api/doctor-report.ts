import { type Environment, settings } from '../../config/config.ts';
import type { Setting } from '../../config/setting.ts';
import type { DoctorReport } from '../../domain/service-state.ts';
import type { DoctorRun } from '../../processes/doctor-run.ts';

/** An examination takes seconds of a core. */
const KEPT_MS = 300_000;
/** Shorter values occur in other words, and are no secrets that anybody could use. */
const MIN_SECRET = 6;

type Parts = {
  readonly run: DoctorRun;
  readonly environment: Environment;
  /** The store clock, for the operator. */
  readonly now: () => number;
};

/** What the doctor found last. Reading it begins the next examination when that is due, and waits for none. */
export class DoctorReports {
  readonly #parts: Parts;
  readonly #hide: (text: string) => string;
  #last: DoctorReport | undefined;
  #isRunning = false;
  #begunAt = -Infinity;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#hide = secretsHidden(parts.environment);
  }

  last(): DoctorReport | undefined {
    if (!this.#isRunning && performance.now() - this.#begunAt >= KEPT_MS) void this.#examine();
    return this.#last;
  }

  async #examine(): Promise<void> {
    this.#isRunning = true;
    this.#begunAt = performance.now();
    try {
      const printed = await this.#parts.run();
      if (printed === undefined) return;
      const report = JSON.parse(printed) as Pick<DoctorReport, 'problems' | 'sections'>;
      const sections = report.sections.map(({ title, findings }) => ({
        title,
        findings: findings.map(({ kind, text, mend, ends }) => ({
          ...{ kind, text: this.#hide(text), mend: mend === undefined ? undefined : this.#hide(mend) },
          ...(ends && { ends: { name: this.#hide(ends.name), at: ends.at } }),
        })),
      }));
      this.#last = { atMs: this.#parts.now(), problems: report.problems, sections };
    } catch {
      // What was printed is no report: the next examination may be one.
    } finally {
      this.#isRunning = false;
    }
  }
}

/** The doctor prints no secret. What a library writes into the text of an error is not ours, and this leaves the machine. */
function secretsHidden(environment: Environment): (text: string) => string {
  const values = Object.values<Setting<unknown>>(settings)
    .filter(({ secret }) => secret)
    .flatMap(({ name }) => partsOf(environment[name] ?? ''))
    .filter((value) => value.length >= MIN_SECRET)
    .toSorted((a, b) => b.length - a.length);
  return (text) => values.reduce((shown, value) => shown.replaceAll(value, '...'), text);
}

/** An address and its password, as that is written and as it is meant. */
function partsOf(value: string): string[] {
  if (!URL.canParse(value)) return [value];
  const { password, username } = new URL(value);
  return [value, password, decoded(password), ...(password === '' ? [decoded(username)] : [])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
