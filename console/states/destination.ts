import type { StateTable, StateWords } from './state-words.ts';

export const destinationStates: StateTable = {
  ACTIVE: { label: 'Active', tone: 'good' },
  PENDING_VERIFICATION: { label: 'Not confirmed', tone: 'warn' },
  INACTIVE: { label: 'Off', tone: 'neutral' },
  SUSPENDED: { label: 'Suspended', tone: 'bad' },
  DELETED: { label: 'Deleted', tone: 'neutral' },
};

/** An active destination to which nothing arrives. */
export const FAILING: StateWords = { label: 'Failing', tone: 'bad' };
