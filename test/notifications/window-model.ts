/**
 * The rule of windows (decision 42) once more, written otherwise: it keeps the whole history of one window and looks at all of
 * it each time. `sent` and `flight` are what the receiver has or may have.
 */
export type ModelEvent = {
  sequence: number;
  tells: Readonly<Record<string, string>>;
  before: Readonly<Record<string, string>>;
  is: 'waiting' | 'flight' | 'sent' | 'failed' | 'superseded';
  dueMs: number;
  /** Whether an attempt to send it failed or was interrupted. */
  hasFailed?: boolean;
  supersededBy?: number;
  supersedes: number[];
};

export class WindowModel {
  readonly history: ModelEvent[] = [];
  readonly #windowMs: number;
  /** The ends of windows, and whether something was held until then. */
  #end = Number.NEGATIVE_INFINITY;
  #isFull = false;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  add(event: Pick<ModelEvent, 'sequence' | 'tells' | 'before'>, nowMs: number): void {
    const latest: ModelEvent = { ...event, is: 'waiting', dueMs: nowMs, supersedes: [] };
    this.history.push(latest);
    const replaced = this.history.filter((one) => one.is === 'waiting' && one !== latest && !this.#isNeeded(one));
    for (const one of replaced) {
      one.is = 'superseded';
      one.supersededBy = latest.sequence;
      latest.supersedes.push(one.sequence, ...one.supersedes);
    }
    latest.supersedes.sort((a, b) => a - b);
    if (this.#end <= nowMs && this.#isFull) {
      this.#end += this.#windowMs;
      this.#isFull = false;
    }
    if (this.#end <= nowMs) {
      this.#end = nowMs + this.#windowMs;
      this.#isFull = false;
    } else latest.dueMs = this.#end;
    for (const one of replaced) latest.dueMs = Math.min(latest.dueMs, Math.max(nowMs, one.dueMs));
    if (latest.dueMs === this.#end) this.#isFull = true;
  }

  /** Whether an event that waits must still be sent: for one of its subjects it is the last word, or the turn. */
  #isNeeded(event: ModelEvent): boolean {
    return Object.keys(event.tells).some((subject) => {
      const about = this.history.filter(({ tells }) => subject in tells);
      const published = about.findLast(({ is }) => is === 'sent' || is === 'flight');
      if (published && published.sequence > event.sequence) return false;
      const news = about.filter((one) => one.is === 'waiting' && one.sequence > (published?.sequence ?? 0));
      if (news.at(-1) === event) return true;
      const known = published ? published.tells[subject] : about[0]?.before[subject];
      const now = news.at(-1)?.tells[subject];
      const later = news.slice(news.indexOf(event));
      const isTurn = news[news.indexOf(event) - 1]?.tells[subject] !== now;
      return now !== known && isTurn && later.every(({ tells }) => tells[subject] === now);
    });
  }
}
