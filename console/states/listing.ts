import type { StateTable } from './state-words.ts';

/**
 * The states of a listing. Each must be true whatever the price that wins is: an offer above the limit of its item is not eligible as it
 * is, and wins at a lower price.
 */
export const listingStates: StateTable = {
  winning: { label: 'Buy box', tone: 'good' },
  // Other offers may exist that are not eligible.
  noCompetition: { label: 'No rival', tone: 'good' },
  losing: { label: 'Lost', tone: 'bad' },
  unhealthy: { label: 'Not eligible', tone: 'warn' },
  inactive: { label: 'Not on sale', tone: 'neutral' },
};
