import { markdown } from '../requests/report.ts';

/** The figures of one section for one size, line by line. */
export type Figures = [what: string, value: string][];

type Column = { offers: number; figures: Figures };

/**
 * The sections, with a column for each measured size. Each section is printed again after each size: the last one compares all
 * sizes, and an interrupted run has printed all its figures.
 */
export class SectionTables {
  readonly #columns = new Map<string, Column[]>();

  /** The section as Markdown, with this size added. */
  add(section: string, offers: number, figures: Figures): string {
    const columns = [...(this.#columns.get(section) ?? []), { offers, figures }];
    this.#columns.set(section, columns);
    return `\n### ${section}\n\n${markdown(tableOf(columns))}`;
  }
}

function tableOf(columns: readonly Column[]): string[][] {
  const head = ['', ...columns.map(({ offers }) => `${whole(offers)} offers`)];
  const lines = columns[0]?.figures ?? [];
  return [head, ...lines.map(([what], n) => [what, ...columns.map(({ figures }) => figures[n]?.[1] ?? '')])];
}

export const whole = (value: number) => Math.round(value).toLocaleString('en-US');
