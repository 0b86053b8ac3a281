import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { settingsCheck } from '../../../src/roles/commands/doctor/settings.ts';

test('a setting under its former name is a note, no problem and no misspelt name', () => {
  const NOTE = {
    kind: 'note',
    text: 'WORKERS is the former name of API_PROCESSES. It still works: rename it when you can',
  };
  const none = { problems: [], inFile: [], inEnvironment: [], warnings: [], ratePlanFailure: undefined };
  const config = readConfig({ WORKERS: '2' });
  for (const where of [{ inFile: ['WORKERS'] }, { inEnvironment: ['WORKERS'] }]) {
    const [summary, ...rest] = settingsCheck.judge({ ...none, ...where }, config);
    assert.match(summary?.text ?? '', /^1 of \d+ settings differ/);
    assert.deepEqual(rest, [NOTE]);
  }
});
