import type { MarketplaceParticipations } from '../generated/types.gen.ts';
import type { Session } from './session.ts';
export type Marketplace = {
    readonly id: string;
    readonly currency: string;
};
export declare const participationsOf: (session: Session, signal: AbortSignal) => Promise<MarketplaceParticipations>;
/** The one that is wanted; without one the seller's only one, or the default of the service. */
export declare function marketplaceOf(session: Session, wanted: string | undefined, signal: AbortSignal): Promise<Marketplace>;
