import type { Tone } from '../../components/badge.ts';

type StateWords = { readonly label: string; readonly tone: Tone };

/** The states of a listing for sellers. */
const stateWords: Readonly<Record<string, StateWords>> = {
  winning: { label: 'Buy box', tone: 'good' },
  noCompetition: { label: 'Only offer', tone: 'good' },
  losing: { label: 'Lost', tone: 'bad' },
  unhealthy: { label: 'Cannot win', tone: 'warn' },
  inactive: { label: 'Not on sale', tone: 'neutral' },
};

/** A state that this version does not know is shown as it is. */
export const wordsOf = (state: string): StateWords => stateWords[state] ?? { label: state, tone: 'neutral' };
