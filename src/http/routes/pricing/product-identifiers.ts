import { Fault, type Problem } from '../../../domain/fault.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { MAX_IDENTIFIER_CHARACTERS, MAX_IDENTIFIERS } from '../../../wire/pricing/query.ts';

type IdentifierQuery = {
  ItemType: 'StoreItemId' | 'Sku';
  Skus?: string[] | undefined;
  storeItemIds?: string[] | undefined;
};

/**
 * The identifiers of a request, in its order, without duplicates (decision 24). A value with a comma may be one SKU or several:
 * `skusOf` finds which of such values are SKUs of the caller. Throws a fault that names the parameters.
 */
export function identifiersOf(
  query: IdentifierQuery,
  skusOf: (values: readonly string[]) => MaybePromise<ReadonlySet<string>>,
): MaybePromise<string[]> {
  const bySku = query.ItemType === 'Sku';
  const name = bySku ? 'Skus' : 'storeItemIds';
  const contradicting = bySku ? query.storeItemIds : query.Skus;
  if (contradicting?.some((value) => value !== '')) throw contradiction(query.ItemType, name);
  // Each value is at least one identifier, so this check needs no lookup.
  const values = (query[name] ?? []).filter((value) => value !== '');
  if (values.length > MAX_IDENTIFIERS) throw tooMany(name, values.length);
  // Only values that can be a SKU are looked up.
  const ambiguous = bySku ? values.filter((value) => hasComma(value) && isShort(value) && !value.includes('\0')) : [];
  return andThen(ambiguous.length === 0 ? NO_SKUS : skusOf(ambiguous), (wholeSkus) => {
    const identifiers = values.some(hasComma)
      ? values.flatMap((value) => (wholeSkus.has(value) ? [value] : partsOf(value)))
      : values;
    if (identifiers.length === 0) throw none(query.ItemType, name);
    if (identifiers.length > MAX_IDENTIFIERS) throw tooMany(name, identifiers.length);
    if (!identifiers.every(isShort)) throw new Fault('InvalidInput', tooLong(name));
    if (identifiers.some((one) => one.includes('\0'))) throw new Fault('InvalidInput', hasNul(name));
    return identifiers.filter((one, n) => identifiers.indexOf(one) === n);
  });
}

const NO_SKUS: ReadonlySet<string> = new Set();

const hasComma = (value: string) => value.includes(',');

/** Empty parts, as in `a,,b`, are ignored. */
const partsOf = (value: string) => value.split(',').filter((part) => part !== '');

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
