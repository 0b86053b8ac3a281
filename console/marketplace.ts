import { computed, effect, signal } from '@preact/signals';
import { addressIn } from './address.ts';
import { pagePlace } from './page-place.ts';
import { preferredMarketplace } from './preferred-marketplace.ts';
import { marketplaceId, navigate } from './router.ts';
import { settings } from './settings.ts';
import { chosenMarketplace, rememberChosen, rememberShown } from './shown-marketplace.ts';

/** A marketplace in which the seller takes part. Its currency is that of all its amounts. */
export type Marketplace = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly countryCode: string;
  /** Whether it is the default of the installation, not of the seller. */
  readonly isDefault: boolean;
};

/** All of the seller's; empty until they are known. */
export const marketplaces = signal<readonly Marketplace[]>([]);

/** The one that the pages show: the address names it. Undefined: they are not known yet, or it is none of the seller's. */
export const marketplace = computed<Marketplace | undefined>(() =>
  marketplaces.value.find(({ id }) => id === marketplaceId.value),
);

/** Shows this page for another marketplace. The focus stays where the reader chose. */
export function chooseMarketplace(id: string): void {
  // It changes none of the tabs that are open.
  rememberChosen(id);
  if (id !== marketplaceId.peek()) navigate(addressIn(settings.path, location.href, id), { movesFocus: false });
}

/** Gives addresses that name no marketplace one: bookmarks of earlier versions, links without one. Once, by the first file. */
export function startMarketplace(): void {
  let shown: string | undefined;
  effect(() => {
    shown = marketplaceId.value ?? shown;
    if (marketplaceId.value !== undefined) return;
    const chosen = [shown, chosenMarketplace()];
    const preferred = preferredMarketplace(marketplaces.value, { chosen, languages: navigator.languages });
    if (preferred) navigate(addressIn(settings.path, location.href, preferred.id), { replace: true });
  });
  effect(() => {
    const { id, name, currency = 'USD' } = marketplace.value ?? {};
    if (id !== undefined) rememberShown(id);
    pagePlace.value = { name: marketplaces.value.length > 1 ? name : undefined, currency };
  });
}
