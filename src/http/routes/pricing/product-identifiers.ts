import { Fault, type Problem } from '../../../domain/fault.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { MAX_IDENTIFIER_CHARACTERS, MAX_IDENTIFIERS } from '../../../wire/pricing/query.ts';

type IdentifierQuery = {
  ItemType: 'StoreItemId' | 'Sku';
  Skus?: string[] | undefined;
  storeItemIds?: string[] | undefined;
};

/**
 * The identifiers of a request, in its order, without duplicates (decision 24). Which values are split at commas is decision 36:
 * `storeItemIds` always; `Skus` only when it occurs once and is not, as a whole, a SKU of the caller, which `isSku` finds out.
 * Throws a fault that names the parameters.
 */
export function identifiersOf(
  query: IdentifierQuery,
  isSku: (value: string) => MaybePromise<boolean>,
): MaybePromise<string[]> {
  const bySku = query.ItemType === 'Sku';
  const name = bySku ? 'Skus' : 'storeItemIds';
  const contradicting = bySku ? query.storeItemIds : query.Skus;
  if (contradicting?.some((value) => value !== '')) throw contradiction(query.ItemType, name);
  const values = query[name] ?? [];
  if (!values.some(hasComma) || (bySku && values.length > 1)) return checked(query.ItemType, name, values);
  if (!bySku) return checked(query.ItemType, name, values.flatMap(partsOf));
  const [value = ''] = values;
  // A value that cannot be a SKU is not looked up.
  const isWhole = isShort(value) && !value.includes('\0') ? isSku(value) : false;
  return andThen(isWhole, (whole) => checked(query.ItemType, name, whole ? values : partsOf(value)));
}

/** Empty values, as in `a,,b`, are ignored. Each other value is at most one identifier. */
function checked(itemType: string, name: string, values: readonly string[]): string[] {
  const identifiers = values.filter((value) => value !== '');
  if (identifiers.length === 0) throw none(itemType, name);
  if (identifiers.length > MAX_IDENTIFIERS) throw tooMany(name, identifiers.length);
  if (!identifiers.every(isShort)) throw new Fault('InvalidInput', tooLong(name));
  if (identifiers.some((one) => one.includes('\0'))) throw new Fault('InvalidInput', hasNul(name));
  return identifiers.filter((one, n) => identifiers.indexOf(one) === n);
}

const hasComma = (value: string) => value.includes(',');

const partsOf = (value: string) => value.split(',');

/** Characters as a person counts them: code points. */
const isShort = (text: string) =>
  text.length <= MAX_IDENTIFIER_CHARACTERS || Array.from(text).length <= MAX_IDENTIFIER_CHARACTERS;

function contradiction(itemType: string, name: string): Fault {
  const other = name === 'Skus' ? 'storeItemIds' : 'Skus';
  return new Fault('InvalidInput', {
    message: `${other} does not go with ItemType ${itemType}.`,
    details: `With ItemType ${itemType} the identifiers are given in the query parameter ${name}, and ${other} is not given.`,
  });
}

function none(itemType: string, name: string): Fault {
  return new Fault('InvalidInput', {
    message: `${name} is required.`,
    details: `With ItemType ${itemType} the query parameter ${name} names 1 to ${MAX_IDENTIFIERS} identifiers, repeated or joined with commas.`,
  });
}

function tooMany(name: string, count: number): Fault {
  return new Fault('InvalidInput', {
    message: `${name} is not valid.`,
    details: `Query parameter ${name} must have at most ${MAX_IDENTIFIERS} identifiers, not ${count}; duplicates count.`,
  });
}

const tooLong = (name: string): Problem => ({
  message: `${name} is not valid.`,
  details: `Each identifier in the query parameter ${name} must have at most ${MAX_IDENTIFIER_CHARACTERS} characters.`,
});

const hasNul = (name: string): Problem => ({
  message: `${name} is not valid.`,
  details: `An identifier in the query parameter ${name} must not have a NUL character.`,
});
