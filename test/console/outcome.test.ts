// run: without coverage

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from '../../console/pages/listings/state-words.ts';
import { outcomeOf, outcomes } from '../../console/pages/what-if/outcome.ts';

test('no outcome of What if has the words of a state, unless both mean the same', () => {
  const states = ['winning', 'losing', 'unhealthy', 'inactive'].map((state) => wordsOf(state).label);
  const labels = outcomes.map((status) => outcomeOf(status).label);
  assert.deepEqual(
    labels.filter((label) => states.includes(label)),
    [],
  );
  assert.equal(wordsOf('noCompetition').label, outcomeOf('NO_COMPETITION').label);
});
