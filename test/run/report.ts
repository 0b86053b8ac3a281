import { basename } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** Node prints this at the end of a process that stopped collecting coverage. */
const COVERAGE_WAS_STOPPED = 'Precise coverage has not been started.';

/**
 * Puts Node's summary last (`tests`, `pass`, `fail`): readers of the log look for it there. The table of covered lines comes
 * before it, or one line when only the total matters.
 */
export function summaryLast(hasTable: boolean) {
  return async function* (events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
    const summary: TestEvent[] = [];
    for await (const event of events) {
      if (event.type === 'test:stderr' && event.data.message.includes(COVERAGE_WAS_STOPPED)) continue;
      if (event.type === 'test:diagnostic' && event.data.nesting === 0) summary.push(event);
      else if (event.type === 'test:coverage' && !hasTable) yield totalOf(event);
      else if (event.type === 'test:summary' && event.data.file !== undefined) yield durationOf(event);
      else yield event;
    }
    yield* summary;
  };
}

function totalOf(event: Extract<TestEvent, { type: 'test:coverage' }>): TestEvent {
  const { coveredLinePercent } = event.data.summary.totals;
  const message = `lines of src/ covered by the in-process tests: ${coveredLinePercent.toFixed(2)} %`;
  return { type: 'test:diagnostic', data: { nesting: 0, message, level: 'info' } };
}

/** What one process took, so that the shares in `bundles.ts` can be balanced. */
function durationOf(event: Extract<TestEvent, { type: 'test:summary' }>): TestEvent {
  const message = `${basename(event.data.file ?? '', '.mjs')} took ${(event.data.duration_ms / 1000).toFixed(1)} s`;
  return { type: 'test:diagnostic', data: { nesting: 0, message, level: 'info' } };
}
