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
  object,
  oneOf,
  optionalField,
  requiredField,
  text,
} from './field.ts';
import {
  getBoolean,
  getDecimal,
  getElement,
  getId,
  getInteger,
  getList,
  getText,
  getWord,
  type RecordInput,
  type RecordReading,
} from './reading.ts';

const PARTICIPATION = {
  marketplaceId: requiredField('marketplaceId', ID, 'a marketplace', 'STORE_US'),
  isParticipating: requiredField('isParticipating', BOOLEAN, 'the seller may list there', true),
  hasSuspendedListings: optionalField(
    'hasSuspendedListings',
    BOOLEAN,
    'some listings are suspended; absent = false',
    false,
  ),
};
const participation = requiredField('participation', object(Object.values(PARTICIPATION)), 'one marketplace');

const SELLER = {
  sellerId: keyField('sellerId', ID, 'the SellerId in tokens and answers', 'A1DEMOSELLER'),
  name: optionalField('name', text(200), 'the display name', 'Demo Seller'),
  plan: requiredField('plan', oneOf(SELLER_PLANS), 'Individual sellers pay the per-item fee', 'Professional'),
  feedbackRating: requiredField('feedbackRating', decimal(1, [0, 100]), 'positive feedback in percent', 97.5),
  feedbackCount: requiredField('feedbackCount', integer([0, 1_000_000_000]), 'number of feedback ratings', 812),
  featuredMerchant: requiredField('featuredMerchant', BOOLEAN, 'true = the seller may win the buy box', true),
  email: optionalField('email', text(254, 'an e-mail address'), 'the registered e-mail contact', 'demo@store.example'),
  phone: optionalField(
    'phone',
    text(16, 'an E.164 number such as +15550100123'),
    'the registered phone contact',
    '+15550100123',
  ),
  participations: optionalField(
    'participations',
    listOf(participation, [0, 200]),
    'the marketplaces in which the seller takes part',
  ),
};

export const sellerFields: readonly Field[] = Object.values(SELLER);

export function readSellerKey(r: RecordReading, input: RecordInput): SellerKey {
  return { sellerId: getId(r, SELLER.sellerId, input.sellerId) };
}

export function readSeller(r: RecordReading, input: RecordInput): Seller | undefined {
  const sellerId = getId(r, SELLER.sellerId, input.sellerId);
  const name = getText(r, SELLER.name, input.name);
  const plan = getWord(r, SELLER.plan, input.plan);
  getDecimal(r, SELLER.feedbackRating, input.feedbackRating);
  const feedbackCount = getInteger(r, SELLER.feedbackCount, input.feedbackCount);
  const featuredMerchant = getBoolean(r, SELLER.featuredMerchant, input.featuredMerchant);
  const email = getMatching(r, SELLER.email, input.email, isEmail);
  const phone = getMatching(r, SELLER.phone, input.phone, isPhone);
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
  const list = getList(r, SELLER.participations, raw);
  if (list === undefined) return undefined;
  const participations: Participation[] = [];
  const seen = new Set<string>();
  for (const [index, one] of list.entries()) {
    r.at(SELLER.participations.name, index);
    const input = getElement(r, SELLER.participations, one);
    if (input === undefined) continue;
    const marketplaceId = getId(r, PARTICIPATION.marketplaceId, input.marketplaceId);
    const isParticipating = getBoolean(r, PARTICIPATION.isParticipating, input.isParticipating);
    const hasSuspendedListings = getBoolean(r, PARTICIPATION.hasSuspendedListings, input.hasSuspendedListings) ?? false;
    if (seen.has(marketplaceId))
      r.report(PARTICIPATION.marketplaceId.name, `must not be listed twice: ${marketplaceId}`);
    else if (marketplaceId !== undefined) seen.add(marketplaceId);
    participations.push({ marketplaceId, isParticipating, hasSuspendedListings });
  }
  r.at('');
  return participations;
}

function getMatching(
  r: RecordReading,
  field: Field<'optional'>,
  raw: unknown,
  matches: (text: string) => boolean,
): string | undefined {
  const text = getText(r, field, raw);
  if (text === undefined || matches(text)) return text;
  r.report(field.name, `must be ${field.rule}, not ${JSON.stringify(text)}`);
  return undefined;
}

/** A local part, one `@` and a domain name; only a message can show whether it arrives. The text has at most 254 characters. */
function isEmail(text: string): boolean {
  return /^[^\s@]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(text);
}

function isPhone(text: string): boolean {
  return /^\+[1-9][0-9]{6,14}$/.test(text);
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
