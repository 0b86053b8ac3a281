import { client } from './api.ts';
import { marketplaces } from './marketplace.ts';

/** Those in which the seller takes part. The shell asks once, before it shows a page. */
export async function loadMarketplaces(signal: AbortSignal): Promise<void> {
  const { payload } = await client.getMarketplaceParticipations({ signal });
  marketplaces.value = payload
    .filter(({ participation }) => participation.isParticipating)
    .map(({ marketplace: { id, name, defaultCurrencyCode } }) => ({ id, name, currency: defaultCurrencyCode }));
}
