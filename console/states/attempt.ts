import type { StateTable } from './state-words.ts';

/** What came of one attempt. */
export const attemptOutcomes: StateTable = {
  DELIVERED: { label: 'Delivered', tone: 'good' },
  STORED: { label: 'Stored', tone: 'neutral' },
  FAILED: { label: 'Failed', tone: 'bad' },
  IN_PROGRESS: { label: 'Sending', tone: 'accent' },
  UNKNOWN: { label: 'Unknown', tone: 'warn' },
};
