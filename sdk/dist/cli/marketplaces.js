import { usageProblem } from './problem.js';
export const participationsOf = (session, signal) => {
    session.participations ??= session.client.getMarketplaceParticipations({ signal });
    return session.participations;
};
export async function marketplaceOf(session, wanted, signal) {
    const { payload } = await participationsOf(session, signal);
    const all = payload.map(({ marketplace }) => marketplace);
    const found = wanted === undefined
        ? all.length === 1
            ? all[0]
            : all.find(({ isDefault }) => isDefault)
        : all.find(({ id }) => id === wanted);
    if (found)
        return { id: found.id, currency: found.defaultCurrencyCode };
    const ids = all.map(({ id }) => id).join(', ') || 'none';
    throw wanted === undefined
        ? usageProblem('Which marketplace?', `Give --marketplace: ${ids}`)
        : usageProblem(`You sell in no marketplace "${wanted}".`, `Yours: ${ids}`);
}
