import type { StateTable } from './state-words.ts';

export const reportStates: StateTable = {
  IN_QUEUE: { label: 'Waiting', tone: 'neutral' },
  IN_PROGRESS: { label: 'In progress', tone: 'accent' },
  DONE: { label: 'Ready', tone: 'good' },
  CANCELLED: { label: 'Cancelled', tone: 'neutral' },
  FATAL: { label: 'Failed', tone: 'bad' },
};
