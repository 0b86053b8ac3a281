import { participationsOf } from '../marketplaces.js';
import { printFacts } from '../output/table.js';
import { EXIT } from '../problem.js';
export const whoami = {
    name: 'whoami',
    summary: 'Shows the service, the seller, and what you may do.',
    examples: ['whoami', 'whoami --json'],
    async run(call) {
        await describeSession(call, await call.connect());
        return EXIT.done;
    },
};
export async function describeSession({ terminal, signal }, session) {
    const { payload, priceChanges } = await participationsOf(session, signal);
    const marketplaces = payload.map(({ marketplace }) => marketplace.id);
    const rights = session.signIn?.scope?.split(' ').filter((right) => right !== 'offline_access');
    const sellerId = await sellerOf(session, marketplaces[0], signal);
    const access = session.signIn ? 'signed in' : 'own application';
    if (terminal.json) {
        terminal.printJson({
            ...{ url: session.url, sellerId, access, clientId: session.clientId, rights, marketplaces, priceChanges },
        });
        return;
    }
    printFacts(terminal, [
        ['Service', session.url],
        ['Seller', sellerId],
        ['Access', `${access}, ${session.clientId}`],
        ['Rights', rights?.join(' ')],
        ['Marketplaces', marketplaces.join(', ')],
        ['Price changes', priceChanges],
    ]);
}
async function sellerOf({ client }, MarketplaceId = '', signal) {
    const listed = await client.getListings({
        ...{ query: { MarketplaceId, pageSize: 1 }, signal, throwOnError: false },
    });
    const SellerSKU = listed.status === 200 ? listed.body.payload.Listings[0]?.SellerSKU : undefined;
    if (SellerSKU === undefined)
        return undefined;
    const estimate = await client.getFeesEstimateForSku({
        ...{ path: { SellerSKU }, query: { MarketplaceId }, signal, throwOnError: false },
    });
    return estimate.status === 200 ? estimate.body.payload.FeesEstimateResult.FeesEstimateIdentifier.SellerId : undefined;
}
