import { shellClient } from './api.ts';
import { marketplaces } from './marketplace.ts';
import { signedInPerson } from './signed-in-person.ts';

/** Those in which the seller takes part, in order of their names, and who is signed in. The shell asks once, before it shows a page. */
export async function loadMarketplaces(signal: AbortSignal): Promise<void> {
  const { payload, signedInAs } = await shellClient.getMarketplaceParticipations({ signal });
  signedInPerson.value = signedInAs;
  marketplaces.value = payload
    .filter(({ participation }) => participation.isParticipating)
    .map(({ marketplace }) => marketplace)
    .map(({ defaultCurrencyCode, ...marketplace }) => ({ ...marketplace, currency: defaultCurrencyCode }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
