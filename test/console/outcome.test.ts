// run: without coverage

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf, outcomes } from '../../console/pages/what-if/outcome.ts';
import { listingStates } from '../../console/states/listing.ts';
import { wordsIn } from '../../console/states/state-words.ts';

test('no outcome of What if has the words of a state, unless both mean the same', () => {
  const states = ['winning', 'losing', 'unhealthy', 'inactive'].map((state) => wordsIn(listingStates, state).label);
  const labels = outcomes.map((status) => outcomeOf(status).label);
  assert.deepEqual(
    labels.filter((label) => states.includes(label)),
    [],
  );
  assert.equal(wordsIn(listingStates, 'noCompetition').label, outcomeOf('NO_COMPETITION').label);
});
