import type { StateTable } from './state-words.ts';

/** The states of a seller's access, of a person and of an application. */
export const accessStates: StateTable = {
  ENABLED: { label: 'Enabled', tone: 'good' },
  DISABLED: { label: 'Disabled', tone: 'bad' },
};
