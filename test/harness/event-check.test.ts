import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { EVENT_KINDS } from '../../src/domain/notifications/notification.ts';
import { eventExamples } from '../../src/wire/notifications/events/event-examples.ts';
import { listening } from '../delivery/receiver.ts';
import { eventProblem, mustHoldEvents } from './event-check.ts';
import { Receiver } from './receiver.ts';

type Event = { data: Record<string, unknown> };

describe('the check of received events', () => {
  const lost = eventExamples.BUY_BOX_CHANGED as Event;

  test('accepts the example of every kind', () => {
    for (const kind of EVENT_KINDS) assert.equal(eventProblem(eventExamples[kind]), undefined);
  });

  test('names a member that is missing, unknown or wrong, and a word that does not exist', () => {
    const { Change: _change, ...without } = lost.data;
    assert.match(
      eventProblem({ ...lost, data: without }) ?? '',
      /BUY_BOX_CHANGED\/data must have required property 'Change'/,
    );
    assert.match(eventProblem({ ...lost, data: { ...lost.data, change: 1 } }) ?? '', /additional properties/);
    assert.match(eventProblem({ ...lost, sequence: 42 }) ?? '', /sequence must be string/);
    assert.match(eventProblem({ ...lost, time: 'today' }) ?? '', /date-time/);
    assert.match(eventProblem({ ...lost, data: { ...lost.data, Change: 'GONE' } }) ?? '', /Change must be one of WON/);
    assert.match(eventProblem({ ...lost, type: 'NOPE' }) ?? '', /no kind/);
    assert.throws(() => mustHoldEvents({ messages: [{ event: { ...lost, id: 7 } }] }), /id must be string/);
  });

  const post = (url: string, body: unknown) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/cloudevents+json' },
      body: JSON.stringify(body),
    });

  test('makes the close of a receiver fail, with the reason', async () => {
    for (const [event, reason] of [
      [lost, undefined],
      [{ ...lost, id: 7 }, /id must be string/],
    ] as const) {
      const receiver = await Receiver.start();
      await post(receiver.url('/hook'), event);
      const server = await listening(
        createServer((request, response) => void request.resume().on('end', () => response.end())),
      );
      await post(server.origin, event);
      for (const one of [receiver, server]) {
        if (reason === undefined) await one.close();
        else await assert.rejects(() => one.close(), reason);
      }
    }
  });
});
