import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';

/** What a stretch of the event loop is for. `name`: as the metrics have it, so it is one of a bounded set. */
export type Work = { readonly kind: 'request' | 'background'; readonly name: string };

/** Time in which the event loop did nothing else, from start to end. */
export type Stretch = {
  readonly work: Work | undefined;
  /** The text of the statement that took it, without values. */
  readonly statement: string | undefined;
  readonly endedMs: number;
  readonly durationMs: number;
};

/** Shorter stretches are not published. */
const LONG_STRETCH_MS = 20;

/** Somebody who wants to know why the event loop was late (`watchStretches`). Channels of Node: without a listener nothing is sent. */
const stretches = channel('seller-service:stretch');
const beginnings = channel('seller-service:work');

const works = new AsyncLocalStorage<Work>();

/** Runs a call, and all that it waits for later, as part of this work. */
export function inWork<T>(work: Work, call: () => T): T {
  return works.run(work, () => {
    const startedMs = performance.now();
    noteWork(startedMs);
    try {
      return call();
    } finally {
      noteStretch(startedMs);
    }
  });
}

/** The work of the caller goes on now, after it waited for something. */
export function noteWork(nowMs: number): void {
  if (!beginnings.hasSubscribers) return;
  const work = works.getStore();
  if (work !== undefined) beginnings.publish({ work, nowMs });
}

/** The caller has not let anything else run since `startedMs`. */
export function noteStretch(startedMs: number, statement?: string): void {
  const endedMs = performance.now();
  const durationMs = endedMs - startedMs;
  if (durationMs < LONG_STRETCH_MS || !stretches.hasSubscribers) return;
  stretches.publish({ work: works.getStore(), statement, endedMs, durationMs } satisfies Stretch);
}

export type StretchListener = {
  readonly onStretch: (stretch: Stretch) => void;
  /** Called very often. */
  readonly onWork: (work: Work, nowMs: number) => void;
};

/** Returns what ends it. */
export function watchStretches({ onStretch, onWork }: StretchListener): () => void {
  const takeStretch = (message: unknown) => onStretch(message as Stretch);
  const takeWork = (message: unknown) => {
    const { work, nowMs } = message as { work: Work; nowMs: number };
    onWork(work, nowMs);
  };
  stretches.subscribe(takeStretch);
  beginnings.subscribe(takeWork);
  return () => {
    stretches.unsubscribe(takeStretch);
    beginnings.unsubscribe(takeWork);
  };
}
