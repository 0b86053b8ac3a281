import type { StateTable } from './state-words.ts';

/** The states of a receipt, in the order in which pages offer them. */
export const priceChangeStates: StateTable = {
  ACCEPTED: { label: 'In progress', tone: 'neutral' },
  PENDING: { label: 'Waiting', tone: 'warn' },
  APPLIED: { label: 'Applied', tone: 'good' },
  UNCHANGED: { label: 'No change', tone: 'neutral' },
  REJECTED: { label: 'Refused', tone: 'bad' },
  REPLACED: { label: 'Replaced', tone: 'neutral' },
  OVERRIDDEN: { label: 'Overridden', tone: 'warn' },
};
