import { shellClient } from './api.ts';
import { marketplaces } from './marketplace.ts';

/**
 * Those in which the seller takes part. The one of the reader's country comes first, and so is shown until another is chosen. The
 * shell asks once, before it shows a page.
 */
export async function loadMarketplaces(signal: AbortSignal): Promise<void> {
  const { payload } = await shellClient.getMarketplaceParticipations({ signal });
  const { region } = new Intl.Locale(navigator.language).maximize();
  marketplaces.value = payload
    .filter(({ participation }) => participation.isParticipating)
    .map(({ marketplace }) => marketplace)
    .toSorted((one, other) => Number(other.countryCode === region) - Number(one.countryCode === region))
    .map(({ id, name, defaultCurrencyCode }) => ({ id, name, currency: defaultCurrencyCode }));
}
