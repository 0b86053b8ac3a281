import type { StateTable } from './state-words.ts';

export const processStates: StateTable = {
  RUNNING: { label: 'Running', tone: 'good' },
  SILENT: { label: 'Silent', tone: 'bad' },
};
