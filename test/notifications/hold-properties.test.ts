// run: without coverage

import { before, test } from 'node:test';
import fc from 'fast-check';
import { withEnginesInTorture } from '../db/engines.ts';
import { drawnAlike } from '../harness/scale.ts';
import { type HoldStep, HoldStory, holdSteps } from './hold-story.ts';
import { openMessages } from './message-store.ts';

withEnginesInTorture('what holds messages back', (engine) => {
  let store: Awaited<ReturnType<typeof openMessages>>;
  before(async () => {
    store = await openMessages(await engine.migrated());
  });

  test('keeps its promises in any order of events, failures, crashes and changes, and sends everything in the end', async () => {
    await fc.assert(
      fc.asyncProperty(holdSteps, async ({ start, steps }) => {
        const story = await HoldStory.begin(store, start);
        for (const step of steps as HoldStep[]) await story.do(step);
        await story.end();
      }),
      drawnAlike(4, 150),
    );
  });
});
