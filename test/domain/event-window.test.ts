import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSent, type KnownStates, stillSent, windowAt } from '../../src/domain/notifications/event-window.ts';

/** `3 box=A sku=B`: the event 3 reports these states. */
function eventOf(text: string) {
  const [sequence, ...states] = text.split(' ');
  return { text, sequence: Number(sequence), states: states.map((one) => one.split('=') as [string, string]) };
}

/** What the receiver knows, what waits, and which of these are still sent. */
const CASES: readonly (readonly [known: string[], waiting: string[], sent: string[], why: string])[] = [
  [[], ['1', '2', '3'], ['3'], 'events without a subject tell everything: the last one is enough'],
  [['1 box=me'], ['2 box=me', '3 box=me'], ['3 box=me'], 'prices only: the last one'],
  [['1 box=me'], ['2 box=A', '3 box=A', '4 box=A'], ['2 box=A', '4 box=A'], 'who changed it, and the last price'],
  [['1 box=me'], ['2 box=A', '3 box=me'], ['3 box=me'], 'lost and won again cancel'],
  [['1 box=me'], ['2 box=A', '3 box=me', '4 box=B'], ['4 box=B'], 'only the last turn counts'],
  [['1 box=me', '2 box=A'], ['3 box=me'], ['3 box=me'], 'won back after the loss was told: both are told'],
  [
    ['1 box=me', '1 other=me'],
    ['2 box=A', '3 other=A', '4 other=A'],
    ['2 box=A', '3 other=A', '4 other=A'],
    'each box',
  ],
  [['1 box=me'], ['2 a=ill b=ill', '3 a=well', '4 c=ill'], ['2 a=ill b=ill', '3 a=well', '4 c=ill'], 'each SKU'],
  [['3 box=me'], ['2 box=A', '4 other=A'], ['4 other=A'], 'what is older than what was sent is not news'],
  [['3 box=me'], ['2 box=A', '4 box=A', '5 box=A'], ['4 box=A', '5 box=A'], 'nor is it the turn'],
];

for (const [knownTexts, waiting, sent, why] of CASES) {
  test(`of [${waiting.join(', ')}] after [${knownTexts.join(', ')}] is sent [${sent.join(', ')}]: ${why}`, () => {
    const known: KnownStates = new Map();
    for (const text of knownTexts) addSent(known, eventOf(text));
    assert.deepEqual([...stillSent(known, waiting.map(eventOf))].map(({ text }) => text).sort(), [...sent].sort());
  });
}

test('an older event that arrives late does not change what the receiver knows', () => {
  const known: KnownStates = new Map();
  for (const text of ['2 box=A', '1 box=me']) addSent(known, eventOf(text));
  assert.deepEqual(known.get('box'), { sequence: 2, state: 'A' });
});

test('a window opens with an event, holds the next ones, and is followed by another one if it held something', () => {
  const at = (nowMs: number, last?: { untilMs: number; hasHeld: boolean }) => {
    const { window, dueMs } = windowAt(last, nowMs, 60);
    return [dueMs, window.untilMs];
  };
  assert.deepEqual(at(100), [100, 160]);
  assert.deepEqual(at(159, { untilMs: 160, hasHeld: false }), [160, 160]);
  assert.deepEqual(at(160, { untilMs: 160, hasHeld: false }), [160, 220]);
  assert.deepEqual(at(161, { untilMs: 160, hasHeld: true }), [220, 220]);
  assert.deepEqual(at(220, { untilMs: 160, hasHeld: true }), [220, 280]);
  // Opened by a longer window, or by a clock that was wrong.
  assert.deepEqual(at(100, { untilMs: 161, hasHeld: true }), [100, 160]);
});
