import { computed, signal } from '@preact/signals';

/** A marketplace in which the seller takes part. Its currency is that of all its amounts. */
export type Marketplace = { readonly id: string; readonly name: string; readonly currency: string };

/** All of the seller's; empty until they are known. */
export const marketplaces = signal<readonly Marketplace[]>([]);

const KEY = 'console-marketplace';
const chosenId = signal(localStorage.getItem(KEY) ?? '');

/** The one that the pages show: the chosen one, or the first. */
export const marketplace = computed<Marketplace | undefined>(
  () => marketplaces.value.find(({ id }) => id === chosenId.value) ?? marketplaces.value[0],
);

export function chooseMarketplace(id: string): void {
  chosenId.value = id;
  localStorage.setItem(KEY, id);
}
