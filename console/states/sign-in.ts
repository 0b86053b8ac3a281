import type { StateTable } from './state-words.ts';

/** How a sign-in ended. */
export const signInOutcomes: StateTable = {
  SIGNED_IN: { label: 'Signed in', tone: 'good' },
  WRONG_PASSWORD: { label: 'Wrong password', tone: 'bad' },
  WRONG_SECOND_STEP: { label: 'Wrong second step', tone: 'bad' },
  DISABLED: { label: 'Disabled', tone: 'bad' },
};
