import type { Tone } from '../components/tone.ts';

/** What people read of a state, and how it looks. */
export type StateWords = { readonly label: string; readonly tone: Tone };

/**
 * The words for the states of one subject, by the names of the API. These tables are the only place of such words: both consoles, all pages,
 * filters and forms read them, so that a state has one name everywhere.
 */
export type StateTable = Readonly<Record<string, StateWords>>;

/** The lists of states are open: one that this version does not know is shown as the API names it. */
export const wordsIn = (table: StateTable, state: string): StateWords =>
  table[state] ?? { label: state, tone: 'neutral' };

/** The states of a table as the options of a choice. */
export const stateOptions = (table: StateTable): readonly { readonly value: string; readonly label: string }[] =>
  Object.entries(table).map(([value, { label }]) => ({ value, label }));
