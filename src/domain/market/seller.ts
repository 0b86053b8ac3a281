import type { SellerPlan } from '../vocabulary.ts';

/** A seller, the same in every marketplace. */
export type Seller = {
  sellerId: string;
  name?: string;
  /** Individual sellers pay a per-item fee (decision 18). */
  plan: SellerPlan;
  /** Positive feedback in percent, 0 to 100 with at most one decimal. Compared, never calculated with. */
  feedbackRating: number;
  feedbackCount: number;
  /** The operator's mark of a seller who may win the buy box (decision 23). */
  featuredMerchant: boolean;
  /** Registered contacts: used by EMAIL and SMS destinations that name no address (decision 26). */
  email?: string;
  /** E.164, such as +15550100. */
  phone?: string;
  /** Where the seller takes part; absent when the operator says nothing about it. */
  participations?: readonly Participation[];
};

export type Participation = {
  marketplaceId: string;
  isParticipating: boolean;
  hasSuspendedListings: boolean;
};

export type SellerKey = Pick<Seller, 'sellerId'>;

/** What the ranking of offers looks at. */
export type SellerFacts = Pick<Seller, 'feedbackRating' | 'feedbackCount' | 'featuredMerchant'>;

/** The facts of a seller nobody has described yet: an offer may arrive before its seller does. */
export const UNKNOWN_SELLER: SellerFacts = { feedbackRating: 0, feedbackCount: 0, featuredMerchant: false };
