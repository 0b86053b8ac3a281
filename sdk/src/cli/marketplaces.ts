import type { MarketplaceParticipations } from '../generated/types.gen.ts';
import { usageProblem } from './problem.ts';
import type { Session } from './session.ts';

export type Marketplace = { readonly id: string; readonly currency: string };

export const participationsOf = (session: Session, signal: AbortSignal): Promise<MarketplaceParticipations> => {
  session.participations ??= session.client.getMarketplaceParticipations({ signal });
  return session.participations;
};

/** The one that is wanted; without one the seller's only one, or the default of the service. */
export async function marketplaceOf(
  session: Session,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<Marketplace> {
  const { payload } = await participationsOf(session, signal);
  const all = payload.map(({ marketplace }) => marketplace);
  const found =
    wanted === undefined
      ? all.length === 1
        ? all[0]
        : all.find(({ isDefault }) => isDefault)
      : all.find(({ id }) => id === wanted);
  if (found) return { id: found.id, currency: found.defaultCurrencyCode };
  const ids = all.map(({ id }) => id).join(', ') || 'none';
  throw wanted === undefined
    ? usageProblem('Which marketplace?', `Give --marketplace: ${ids}`)
    : usageProblem(`You sell in no marketplace "${wanted}".`, `Yours: ${ids}`);
}
