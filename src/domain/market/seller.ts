import type { SellerPlan } from '../vocabulary.ts';

/** A seller, the same in every marketplace. */
export type Seller = {
  sellerId: string;
  name?: string;
  /** Individual sellers pay a per-item fee (decision 18). */
  plan: SellerPlan;
  /** Positive feedback in percent, 0 to 100 with at most one decimal. It is only compared, never calculated with. */
  feedbackRating: number;
  feedbackCount: number;
  /** Whether the operator lets the seller win the buy box (decision 23). */
  featuredMerchant: boolean;
  /** The registered contacts, for EMAIL and SMS destinations without an address (decision 26). */
  email?: string;
  /** E.164, such as +15550100. */
  phone?: string;
  /** The marketplaces of the seller. Absent when the operator's record does not have them. */
  participations?: readonly Participation[];
};

export type Participation = {
  marketplaceId: string;
  isParticipating: boolean;
  hasSuspendedListings: boolean;
};

export type SellerKey = Pick<Seller, 'sellerId'>;

/** The facts of a seller that the ranking of offers uses. */
export type SellerFacts = Pick<Seller, 'feedbackRating' | 'feedbackCount' | 'featuredMerchant'>;

/** The facts where none are known, or none matter. Every stored offer has a seller with a record. */
export const UNKNOWN_SELLER: SellerFacts = { feedbackRating: 0, feedbackCount: 0, featuredMerchant: false };
