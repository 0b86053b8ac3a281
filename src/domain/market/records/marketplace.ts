import { decimalsOf } from '../../money.ts';
import type { Marketplace, MarketplaceKey } from '../marketplace.ts';
import { booleanField, type Field, idField, textField } from './field.ts';
import { getBoolean, getId, getText, type Input, type Reading } from './reading.ts';

const F = {
  marketplaceId: idField('marketplaceId', 'key', 'the ID callers use', 'STORE_US'),
  name: textField('name', 'required', 200, 'its name for people', 'Store US'),
  countryCode: textField('countryCode', 'required', 2, 'ISO 3166 alpha-2', 'US', 'a country code of two letters'),
  currency: textField('currency', 'required', 3, 'ISO 4217; all its amounts are in it', 'USD', 'a known currency code'),
  isDefault: booleanField('isDefault', 'optional', 'the one meant when a caller names none; absent = false', true),
};

export const marketplaceFields: readonly Field[] = Object.values(F);

export function readMarketplaceKey(r: Reading, input: Input): MarketplaceKey {
  return { marketplaceId: getId(r, F.marketplaceId, input.marketplaceId) };
}

export function readMarketplace(r: Reading, input: Input): Marketplace | undefined {
  const marketplaceId = getId(r, F.marketplaceId, input.marketplaceId);
  const name = getText(r, F.name, input.name);
  const countryCode = getCountry(r, F.countryCode, input.countryCode);
  const currency = getText(r, F.currency, input.currency)?.toUpperCase();
  if (currency !== undefined && decimalsOf(currency) === undefined) {
    r.say(F.currency.name, `must be ${F.currency.right}, not "${currency}"`);
  }
  const isDefault = getBoolean(r, F.isDefault, input.isDefault) ?? false;
  if (r.problems !== undefined) return undefined;
  return { marketplaceId, name, countryCode, currency, isDefault };
}

/** A country code of two letters in either case, given in upper case. */
export function getCountry(r: Reading, field: Field<'required'>, raw: unknown): string {
  const code = getText(r, field, raw);
  if (code === undefined || /^[A-Za-z]{2}$/.test(code)) return code?.toUpperCase();
  r.say(field.name, `must be ${field.right}, not ${JSON.stringify(code)}`);
  return undefined as never;
}

export function writeMarketplaceKey(key: MarketplaceKey): Record<string, unknown> {
  return { marketplaceId: key.marketplaceId };
}

export function writeMarketplace(marketplace: Marketplace): Record<string, unknown> {
  const { marketplaceId, name, countryCode, currency, isDefault } = marketplace;
  return { marketplaceId, name, countryCode, currency, isDefault };
}
