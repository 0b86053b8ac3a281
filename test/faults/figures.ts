import type { TestContext } from 'node:test';

/** One row of the table in docs/reliability.md. */
export type Figures = {
  attempted: number;
  acknowledged: number;
  lost: number;
  repeated: number;
  unanswered: number;
  recoveryMs?: number;
};

/** Prints the figures of a test, so that the table can be written from its output. */
export function printFigures(t: TestContext, figures: Figures): void {
  t.diagnostic(
    `figures: ${Object.entries(figures)
      .map(([name, value]) => `${name} ${Math.round(value)}`)
      .join(', ')}`,
  );
}
