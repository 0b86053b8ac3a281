import type { StateTable } from './state-words.ts';

export const deliveryStates: StateTable = {
  PENDING: { label: 'Waiting', tone: 'accent' },
  SENDING: { label: 'Sending', tone: 'accent' },
  DELIVERED: { label: 'Delivered', tone: 'good' },
  STORED: { label: 'Stored', tone: 'neutral' },
  DEAD: { label: 'Failed', tone: 'bad' },
  EXPIRED: { label: 'Expired', tone: 'bad' },
  CANCELED: { label: 'Cancelled', tone: 'neutral' },
  SUPERSEDED: { label: 'Replaced', tone: 'neutral' },
  FILTERED: { label: 'Filtered', tone: 'neutral' },
};
