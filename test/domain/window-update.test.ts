import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type OpenState,
  type StoredWindow,
  updateWindow,
  type WindowEvent,
  windowSince,
} from '../../src/domain/notifications/window-update.ts';

const WINDOW_MS = 60;

/** `3 box=A<me`: event 3 reports that the box is A's and was mine before. `!` at the end: it is not sent to this destination. */
function eventOf(text: string): WindowEvent {
  const [sequence = '', ...changes] = text.replace('!', '').split(' ');
  const parsed = changes.map((one) => one.split(/[=<]/) as [string, string, string]);
  return {
    ...{ sequence: Number(sequence), notificationId: `n${sequence}` },
    deliveryId: text.endsWith('!') ? undefined : `d${sequence}`,
    states: parsed.map(([subject, state]) => [subject, state]),
    statesBefore: parsed.map(([subject, , before]) => [subject, before]),
  };
}

type Step = { at: number; events: string[]; states?: Record<string, OpenState> };

/** The window after events at several times. */
function storyOf(steps: readonly Step[]) {
  let window: StoredWindow | undefined;
  return steps.map(({ at, events, states = {} }) => {
    const times = { nowMs: at, windowMs: WINDOW_MS };
    const update = updateWindow(window, new Map(Object.entries(states)), events.map(eventOf), times);
    window = update.window;
    const due = [...update.due].map(
      ([id, { dueMs, supersedes }]) => `${id}@${dueMs}${supersedes ? `-${supersedes}` : ''}`,
    );
    return { due, superseded: [...update.superseded].map(([id, by]) => `${id} by ${by}`), window };
  });
}

const waiting = (dueMs: number, supersedes: string | null = null): OpenState => ({ is: 'waiting', dueMs, supersedes });

describe('the events of a window', () => {
  it('are due at once when they open it, and at its end when it is open', () => {
    const [first, second, third] = storyOf([
      { at: 100, events: ['1 box=A<me'] },
      { at: 110, events: ['2 box=B<A'], states: { d1: { is: 'sent' } } },
      { at: 300, events: ['3 box=C<B'], states: { d2: { is: 'sent' } } },
    ]);
    assert.deepEqual(first?.due, ['d1@100']);
    assert.deepEqual(second?.due, ['d2@160']);
    assert.deepEqual(third?.due, ['d3@300']);
    assert.deepEqual(
      [first, second, third].map((one) => one?.superseded),
      [[], [], []],
    );
  });

  it('replace what waits, and name all sequences that are not sent any more', () => {
    const [, second, third] = storyOf([
      { at: 100, events: ['1 box=me<me'] },
      { at: 110, events: ['2 box=me<me'], states: { d1: { is: 'sent' } } },
      { at: 120, events: ['3 box=me<me', '4 box=me<me'], states: { d1: { is: 'sent' }, d2: waiting(160) } },
    ]);
    assert.deepEqual(second?.due, ['d2@160']);
    assert.deepEqual(third?.due, ['d3@160-2', 'd4@160-2,3']);
    assert.deepEqual(third?.superseded, ['d2 by n3', 'd3 by n4']);
    assert.deepEqual(
      third?.window.open.map(({ deliveryId }) => deliveryId),
      ['d4'],
    );
  });

  it('take the place of the first one while nobody has sent that', () => {
    const [, second] = storyOf([
      { at: 100, events: ['1 box=A<me'] },
      { at: 110, events: ['2 box=me<A'], states: { d1: waiting(100) } },
    ]);
    assert.deepEqual(second?.due, ['d2@110-1']);
    assert.deepEqual(second?.superseded, ['d1 by n2']);
  });

  it('replace no delivery in flight: it counts as known, and stays open', () => {
    const [, second] = storyOf([
      { at: 100, events: ['1 box=A<me'] },
      { at: 110, events: ['2 box=me<A'], states: { d1: { is: 'inFlight' } } },
    ]);
    assert.deepEqual(second?.due, ['d2@160']);
    assert.deepEqual(second?.superseded, []);
    assert.deepEqual(
      second?.window.open.map(({ deliveryId }) => deliveryId),
      ['d1', 'd2'],
    );
    assert.deepEqual(second?.window.known.get('box'), { sequence: 0, state: 'me' });
  });

  it('that are not sent end what is not true any more, and nothing else', () => {
    const [, second] = storyOf([
      { at: 100, events: ['1 a=ill<well', '2 b=ill<well'] },
      { at: 110, events: ['3 a=well<ill!'], states: { d1: waiting(100), d2: waiting(160) } },
    ]);
    assert.deepEqual(second?.due, []);
    assert.deepEqual(second?.superseded, ['d1 by n3']);
    assert.deepEqual(
      second?.window.open.map(({ deliveryId }) => deliveryId),
      ['d2'],
    );
  });

  it('leave out deliveries that failed or do not exist any more', () => {
    const [, second] = storyOf([
      { at: 100, events: ['1 box=A<me'] },
      { at: 110, events: ['2 box=A<A'] },
    ]);
    assert.deepEqual(second?.superseded, []);
    assert.deepEqual(
      second?.window.open.map(({ deliveryId }) => deliveryId),
      ['d2'],
    );
  });

  it('do not change the stored window that they are placed in', () => {
    const [first] = storyOf([{ at: 100, events: ['1 box=A<me'] }]);
    const stored = first?.window as StoredWindow;
    const copy = structuredClone(stored);
    updateWindow(stored, new Map([['d1', { is: 'sent' }]]), [eventOf('2 box=B<A')], {
      nowMs: 110,
      windowMs: WINDOW_MS,
    });
    assert.deepEqual(stored, copy);
  });
});

describe('a window of a destination that was changed', () => {
  it('keeps its end, and neither what the receiver knew nor what was open', () => {
    const known = new Map([['box', { sequence: 1, state: 'A' }]]);
    const open = [{ deliveryId: 'd1', sequence: 1, states: [] }];
    const stored: StoredWindow = { untilMs: 160, hasHeld: true, touchedMs: 100, known, open };
    assert.equal(windowSince(stored, 100), stored);
    assert.equal(windowSince(undefined, 100), undefined);
    const emptied = { untilMs: 160, hasHeld: true, touchedMs: 100, known: new Map(), open: [] };
    assert.deepEqual(windowSince(stored, 101), emptied);
  });
});
