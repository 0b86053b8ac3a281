import type { StateTable } from './state-words.ts';

export const importStates: StateTable = {
  UPLOADING: { label: 'Uploading', tone: 'accent' },
  CHECK_QUEUED: { label: 'Waiting for its check', tone: 'accent' },
  CHECKING: { label: 'Checking', tone: 'accent' },
  CHECKED: { label: 'Checked, not written', tone: 'warn' },
  APPLY_QUEUED: { label: 'Waiting to be written', tone: 'accent' },
  APPLYING: { label: 'Writing', tone: 'accent' },
  DONE: { label: 'Written', tone: 'good' },
  REFUSED: { label: 'Refused', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', tone: 'neutral' },
  FAILED: { label: 'Failed', tone: 'bad' },
};
