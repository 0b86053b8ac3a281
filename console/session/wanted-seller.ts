import { storedName } from './stored-name.ts';

/*
 * A person may work for several sellers, in a tab for each. The provider's session does not say which of them a tab shows, so the tab
 * keeps it: the id of a seller, no secret.
 */

const TAB_SELLER = storedName('seller');
const LAST_SELLER = storedName('last-seller');

/** The seller that this tab shows, if the provider names it. A new tab begins with the one that was opened last. */
export const wantedSeller = (): string | undefined =>
  sessionStorage.getItem(TAB_SELLER) ?? localStorage.getItem(LAST_SELLER) ?? undefined;

/** `isOpened`: not only renewed. */
export function rememberSeller(seller: string | undefined, isOpened: boolean): void {
  if (seller === undefined) {
    dropSeller();
    return;
  }
  sessionStorage.setItem(TAB_SELLER, seller);
  if (isOpened) localStorage.setItem(LAST_SELLER, seller);
}

/** Whoever signs in next, the provider decides which seller it is. False when there was none to drop. */
export function dropSeller(): boolean {
  const wasKnown = wantedSeller() !== undefined;
  sessionStorage.removeItem(TAB_SELLER);
  localStorage.removeItem(LAST_SELLER);
  return wasKnown;
}
