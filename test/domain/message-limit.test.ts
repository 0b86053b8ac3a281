// run: without coverage

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { messageLimitOf, nextMessageMs } from '../../src/domain/notifications/message-limit.ts';

const NOW = Date.UTC(2026, 10, 16);

describe('the limits of messages to people', () => {
  // The channel, how many minutes ago its messages were sent, and in how many minutes the next one may be.
  const table: ['EMAIL' | 'SMS', number[], number][] = [
    ['EMAIL', [], 0],
    ['EMAIL', [0], 60],
    ['EMAIL', [59], 1],
    ['EMAIL', [60], 0],
    ['EMAIL', [300, 20, 90], 40],
    ['SMS', [0, 0, 0, 0, 0, 0, 0, 0, 0], 0],
    ['SMS', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1_440],
    ['SMS', [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_439], 1],
    ['SMS', [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_440], 0],
    // More than the limit, because somebody asked for some again: the tenth newest counts.
    ['SMS', [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 1_000], 1_340],
  ];
  for (const [type, sent, next] of table) {
    test(`${type}, ${sent.length} sent (${sent.join(', ')} minutes ago): the next one ${next === 0 ? 'now' : `in ${next} minutes`}`, () => {
      const limit = messageLimitOf(type);
      assert.ok(limit);
      const sentMs = sent.map((minutes) => NOW - minutes * MINUTE_MS);
      assert.equal(nextMessageMs(limit, sentMs, NOW), NOW + next * MINUTE_MS);
    });
  }

  test('push and webhooks have none', () => {
    assert.deepEqual([messageLimitOf('MOBILE_PUSH'), messageLimitOf('WEBHOOKS')], [undefined, undefined]);
  });
});
