/*
 * What this browser knows about marketplaces before the service has said in which of them the seller takes part. Shared by all tabs. Another
 * seller may have been here before: it is a preference or a guess, never a right.
 */

const CHOSEN = 'console-marketplace';
const SHOWN = 'console-shown-marketplace';

/** The last that the seller chose, for addresses without a marketplace. */
export const chosenMarketplace = (): string | null => localStorage.getItem(CHOSEN);
export const rememberChosen = (id: string): void => localStorage.setItem(CHOSEN, id);

export const rememberShown = (id: string): void => localStorage.setItem(SHOWN, id);

/** The one that an address without a marketplace will most likely show. */
export const likelyMarketplace = (): string | undefined =>
  chosenMarketplace() ?? localStorage.getItem(SHOWN) ?? undefined;
