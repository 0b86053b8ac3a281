import { SELLER_PLANS } from '../../vocabulary.ts';
import type { Participation, Seller, SellerKey } from '../seller.ts';
import {
  BOOLEAN,
  decimal,
  type Field,
  ID,
  integer,
  keyField,
  listOf,
  named,
  object,
  oneOf,
  optionalField,
  requiredField,
  text,
} from './field.ts';
import type { RecordInput, RecordReading } from './reading.ts';

const PARTICIPATION = named({
  marketplaceId: requiredField(ID, 'a marketplace', 'STORE_US'),
  isParticipating: requiredField(BOOLEAN, 'the seller may list there', true),
  hasSuspendedListings: optionalField(BOOLEAN, 'some listings are suspended; absent = false', false),
});
const participation = requiredField(object(PARTICIPATION), 'one marketplace');

const SELLER = named({
  sellerId: keyField(ID, 'the SellerId in tokens and answers', 'A1DEMOSELLER'),
  name: optionalField(text(200), 'the display name', 'Demo Seller'),
  plan: requiredField(oneOf(SELLER_PLANS), 'Individual sellers pay the per-item fee', 'Professional'),
  feedbackRating: requiredField(decimal(1, [0, 100]), 'positive feedback in percent', 97.5),
  feedbackCount: requiredField(integer([0, 1_000_000_000]), 'number of feedback ratings', 812),
  featuredMerchant: requiredField(BOOLEAN, 'true = the seller may win the buy box', true),
  email: optionalField(text(254, 'an e-mail address'), 'the registered e-mail contact', 'demo@store.example'),
  phone: optionalField(
    text(16, 'an E.164 number such as +15550100123'),
    'the registered phone contact',
    '+15550100123',
  ),
  participations: optionalField(listOf(participation, [0, 200]), 'the marketplaces in which the seller takes part'),
});

/** A local part, one `@` and a domain name; only a message can show whether it arrives. The text has at most 254 characters. */
const EMAIL = /^[^\s@]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;
const PHONE = /^\+[1-9][0-9]{6,14}$/;

export const sellerFields: readonly Field[] = Object.values(SELLER);

export function readSellerKey(r: RecordReading, input: RecordInput): SellerKey {
  return { sellerId: r.id(SELLER.sellerId, input.sellerId) };
}

export function readSeller(r: RecordReading, input: RecordInput): Seller | undefined {
  const sellerId = r.id(SELLER.sellerId, input.sellerId);
  const name = r.text(SELLER.name, input.name);
  const plan = r.word(SELLER.plan, input.plan);
  r.decimal(SELLER.feedbackRating, input.feedbackRating);
  const feedbackCount = r.integer(SELLER.feedbackCount, input.feedbackCount);
  const featuredMerchant = r.boolean(SELLER.featuredMerchant, input.featuredMerchant);
  const email = r.matching(SELLER.email, input.email, EMAIL);
  const phone = r.matching(SELLER.phone, input.phone, PHONE);
  const participations = readParticipations(r, input.participations);
  if (r.problems !== undefined) return undefined;
  const feedbackRating = (input.feedbackRating as number) + 0;
  const seller: Seller = { sellerId, plan, feedbackRating, feedbackCount, featuredMerchant };
  if (name !== undefined) seller.name = name;
  if (email !== undefined) seller.email = email;
  if (phone !== undefined) seller.phone = phone;
  if (participations !== undefined) seller.participations = participations;
  return seller;
}

function readParticipations(r: RecordReading, raw: unknown): Participation[] | undefined {
  const list = r.list(SELLER.participations, raw);
  if (list === undefined) return undefined;
  const participations: Participation[] = [];
  const seen = new Set<string>();
  for (const [index, one] of list.entries()) {
    r.at(SELLER.participations.name, index);
    const input = r.element(SELLER.participations, one);
    if (input === undefined) continue;
    const marketplaceId = r.id(PARTICIPATION.marketplaceId, input.marketplaceId);
    const isParticipating = r.boolean(PARTICIPATION.isParticipating, input.isParticipating);
    const hasSuspendedListings = r.boolean(PARTICIPATION.hasSuspendedListings, input.hasSuspendedListings) ?? false;
    if (seen.has(marketplaceId))
      r.report(PARTICIPATION.marketplaceId.name, `must not be listed twice: ${marketplaceId}`);
    else if (marketplaceId !== undefined) seen.add(marketplaceId);
    participations.push({ marketplaceId, isParticipating, hasSuspendedListings });
  }
  r.at('');
  return participations;
}

export function writeSellerKey(key: SellerKey): Record<string, unknown> {
  return { sellerId: key.sellerId };
}

export function writeSeller(seller: Seller): Record<string, unknown> {
  const { sellerId, name, plan, feedbackRating, feedbackCount, featuredMerchant, email, phone, participations } =
    seller;
  return {
    sellerId,
    ...(name !== undefined && { name }),
    plan,
    feedbackRating,
    feedbackCount,
    featuredMerchant,
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(participations !== undefined && { participations }),
  };
}
