import { DOT } from './shown-name.ts';

/** Who asks the owner of an address, in words that a person knows. All come from the operator's records and settings. */
export type SenderNames = {
  /** The seller's display name, or the seller's id. */
  seller: string;
  /** The default marketplace; absent while there is none. */
  marketplace?: string;
  /** OPERATOR_NAME. */
  operator?: string;
};

export type NameFacts = {
  sellerId: string;
  seller: { name?: string } | undefined;
  marketplaces: readonly { name: string; isDefault: boolean }[];
  operatorName?: string | undefined;
};

const MAX_CHARACTERS = 60;

const LINK = new RegExp(`://|@|\\bwww${DOT}|[\\p{L}\\p{N}]${DOT}\\p{L}{2}`, 'iu');

export function senderNames({ sellerId, seller, marketplaces, operatorName }: NameFacts): SenderNames {
  const marketplace = oneLine(marketplaces.find(({ isDefault }) => isDefault)?.name ?? marketplaces[0]?.name ?? '');
  const operator = oneLine(operatorName ?? '');
  return {
    seller: sellerName(seller?.name ?? '') ?? sellerId,
    ...(marketplace === '' ? {} : { marketplace }),
    ...(operator === '' ? {} : { operator }),
  };
}

/**
 * The operator records the display name, but the seller may have chosen it, and the reader may be a stranger (decision 27). A
 * name that a mail program would show as a link, or that is long enough to be a message, is not shown.
 */
function sellerName(text: string): string | undefined {
  const name = oneLine(text.replace(/["“”«»]/g, ''));
  return name === '' || LINK.test(name) || text.length > MAX_CHARACTERS ? undefined : name;
}

/** Without line breaks and control characters, which could begin another sentence or change the direction of the text. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.slice(0, MAX_CHARACTERS).trim().toWellFormed();
}
