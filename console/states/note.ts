import type { StateTable } from './state-words.ts';

export const noteStates: StateTable = {
  COMING: { label: 'Coming', tone: 'accent' },
  SHOWN: { label: 'Shown', tone: 'good' },
  ENDED: { label: 'Ended', tone: 'neutral' },
};

/** How important a note is. */
export const noteSeverities: StateTable = {
  INFO: { label: 'Information', tone: 'neutral' },
  WARNING: { label: 'Warning', tone: 'warn' },
  URGENT: { label: 'Urgent', tone: 'bad' },
};
