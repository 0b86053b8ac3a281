import { type SellerClient } from '../create-client.ts';
import type { MarketplaceParticipations } from '../generated/types.gen.ts';
import type { Profile, SignIn } from './profile.ts';
/** Who asks which service. */
export type Session = {
    readonly url: string;
    readonly clientId: string;
    /** Undefined: an application of the seller's own, from the environment. */
    readonly signIn?: SignIn | undefined;
    readonly client: SellerClient;
    /** Asked for once. */
    participations?: Promise<MarketplaceParticipations>;
};
export type Wanted = {
    readonly url?: string | undefined;
    readonly clientId?: string | undefined;
};
type Environment = Readonly<Record<string, string | undefined>>;
/** The application of the environment, if it has a secret; otherwise whoever signed in. */
export declare function openSession(wanted: Wanted, environment: Environment, profile: Profile): Promise<Session>;
/** The address of a service without a slash at its end, so that two can be compared. */
export declare function addressOf(text: string): string;
export {};
