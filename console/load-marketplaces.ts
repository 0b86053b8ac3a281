import { shellClient } from './api.ts';
import { marketplaces } from './marketplace.ts';
import { priceChangesMode } from './price-changes-mode.ts';
import { signedInPerson } from './signed-in-person.ts';

/** Those in which the seller takes part, in order of their names, who is signed in, and whether prices can be changed. The shell asks once, before it shows a page. */
export async function loadMarketplaces(signal: AbortSignal): Promise<void> {
  const { payload, signedInAs, priceChanges } = await shellClient.getMarketplaceParticipations({ signal });
  signedInPerson.value = signedInAs;
  priceChangesMode.value = priceChanges;
  marketplaces.value = payload
    .filter(({ participation }) => participation.isParticipating)
    .map(({ marketplace }) => marketplace)
    .map(({ defaultCurrencyCode, ...marketplace }) => ({ ...marketplace, currency: defaultCurrencyCode }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
