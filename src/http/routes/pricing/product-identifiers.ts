import { Fault, type Problem } from '../../../domain/fault.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { MAX_CHARACTERS, MAX_IDENTIFIERS as MOST } from '../../../wire/pricing/query.ts';

type Asked = {
  ItemType: 'StoreItemId' | 'Sku';
  Skus?: string[] | undefined;
  storeItemIds?: string[] | undefined;
};

/**
 * The identifiers a request asks for, each once, in its order (decision 24). `skusOf` tells which of some texts are,
 * whole, SKUs of the caller: it is asked only where a comma leaves it open. Throws a fault that names the parameters.
 */
export function identifiersOf(
  asked: Asked,
  skusOf: (texts: readonly string[]) => MaybePromise<ReadonlySet<string>>,
): MaybePromise<string[]> {
  const bySku = asked.ItemType === 'Sku';
  const name = bySku ? 'Skus' : 'storeItemIds';
  const contradicting = bySku ? asked.storeItemIds : asked.Skus;
  if (contradicting?.some((value) => value !== '')) throw contradiction(asked.ItemType, name);
  // A value counts at least once however it is read, so this many can be refused before anything is looked up.
  const values = (asked[name] ?? []).filter((value) => value !== '');
  if (values.length > MOST) throw tooMany(name, values.length);
  // Which whole values are SKUs is only worth asking of what can be one.
  const open = bySku ? values.filter((value) => hasComma(value) && isShort(value) && !value.includes('\0')) : [];
  return andThen(open.length === 0 ? NOTHING : skusOf(open), (whole) => {
    const identifiers = values.some(hasComma)
      ? values.flatMap((value) => (whole.has(value) ? [value] : partsOf(value)))
      : values;
    if (identifiers.length === 0) throw none(asked.ItemType, name);
    if (identifiers.length > MOST) throw tooMany(name, identifiers.length);
    if (!identifiers.every(isShort)) throw new Fault('InvalidInput', tooLong(name));
    if (identifiers.some((one) => one.includes('\0'))) throw new Fault('InvalidInput', hasNul(name));
    return identifiers.filter((one, n) => identifiers.indexOf(one) === n);
  });
}

const NOTHING: ReadonlySet<string> = new Set();

const hasComma = (value: string) => value.includes(',');

/** A comma too many asks for nothing. */
const partsOf = (value: string) => value.split(',').filter((part) => part !== '');

/** Characters as a person counts them: code points. */
const isShort = (text: string) => text.length <= MAX_CHARACTERS || Array.from(text).length <= MAX_CHARACTERS;

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
    details: `With ItemType ${itemType} the query parameter ${name} names 1 to ${MOST} identifiers, repeated or joined with commas.`,
  });
}

function tooMany(name: string, given: number): Fault {
  return new Fault('InvalidInput', {
    message: `${name} is not valid.`,
    details: `Query parameter ${name} must have at most ${MOST} identifiers, not ${given}; duplicates count.`,
  });
}

const tooLong = (name: string): Problem => ({
  message: `${name} is not valid.`,
  details: `Each identifier in the query parameter ${name} must have at most ${MAX_CHARACTERS} characters.`,
});

const hasNul = (name: string): Problem => ({
  message: `${name} is not valid.`,
  details: `An identifier in the query parameter ${name} must not have a NUL character.`,
});
