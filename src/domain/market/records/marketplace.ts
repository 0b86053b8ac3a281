import { decimalsOf } from '../../money.ts';
import type { Marketplace, MarketplaceKey } from '../marketplace.ts';
import { BOOLEAN, type Field, ID, keyField, named, optionalField, requiredField, text } from './field.ts';
import type { RecordInput, RecordReading } from './reading.ts';

const MARKETPLACE = named({
  marketplaceId: keyField(ID, 'the ID in requests and answers', 'STORE_US'),
  name: requiredField(text(200), 'the display name', 'Store US'),
  countryCode: requiredField(text(2, 'a country code of two letters'), 'ISO 3166 alpha-2 code', 'US'),
  currency: requiredField(
    text(3, 'a known currency code'),
    'ISO 4217 code; all amounts of the marketplace are in it',
    'USD',
  ),
  isDefault: optionalField(BOOLEAN, 'used for requests that name no marketplace; absent = false', true),
});

export const marketplaceFields: readonly Field[] = Object.values(MARKETPLACE);

export function readMarketplaceKey(r: RecordReading, input: RecordInput): MarketplaceKey {
  return { marketplaceId: r.id(MARKETPLACE.marketplaceId, input.marketplaceId) };
}

export function readMarketplace(r: RecordReading, input: RecordInput): Marketplace | undefined {
  const marketplaceId = r.id(MARKETPLACE.marketplaceId, input.marketplaceId);
  const name = r.text(MARKETPLACE.name, input.name);
  const countryCode = getCountry(r, MARKETPLACE.countryCode, input.countryCode);
  const currency = r.text(MARKETPLACE.currency, input.currency)?.toUpperCase();
  if (currency !== undefined && decimalsOf(currency) === undefined) {
    r.report(MARKETPLACE.currency.name, `must be ${MARKETPLACE.currency.rule}, not "${currency}"`);
  }
  const isDefault = r.boolean(MARKETPLACE.isDefault, input.isDefault) ?? false;
  if (r.problems !== undefined) return undefined;
  return { marketplaceId, name, countryCode, currency, isDefault };
}

/** A country code of two letters in either case, converted to upper case. */
export const getCountry = (r: RecordReading, field: Field<'required'>, raw: unknown): string =>
  r.matching(field, raw, /^[A-Za-z]{2}$/)?.toUpperCase();

export function writeMarketplaceKey(key: MarketplaceKey): Record<string, unknown> {
  return { marketplaceId: key.marketplaceId };
}

export function writeMarketplace(marketplace: Marketplace): Record<string, unknown> {
  const { marketplaceId, name, countryCode, currency, isDefault } = marketplace;
  return { marketplaceId, name, countryCode, currency, isDefault };
}
