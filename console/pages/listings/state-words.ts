type StateWords = { readonly label: string; readonly tone: 'good' | 'bad' | 'warn' | 'neutral' };

/**
 * The states of a listing for sellers. Each must be true whatever the price that wins is: an offer above the limit of its item is not
 * eligible as it is, and wins at a lower price.
 */
const stateWords: Readonly<Record<string, StateWords>> = {
  winning: { label: 'Buy box', tone: 'good' },
  // Other offers may exist that are not eligible.
  noCompetition: { label: 'No rival', tone: 'good' },
  losing: { label: 'Lost', tone: 'bad' },
  unhealthy: { label: 'Not eligible', tone: 'warn' },
  inactive: { label: 'Not on sale', tone: 'neutral' },
};

/** A state that this version does not know is shown as it is. */
export const wordsOf = (state: string): StateWords => stateWords[state] ?? { label: state, tone: 'neutral' };
