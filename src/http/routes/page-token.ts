import { hash } from 'node:crypto';
import { Fault } from '../../domain/fault.ts';

/** The list whose pages a token leads to. */
export type PagedList = {
  /** What decides which rows the pages have: a token of another list is refused. */
  readonly scope: string;
  /** The end of the sentence that tells what a valid token is: which parameters must be those of the last request. */
  readonly sameParameters?: string;
  /** Where the checksum stands: tokens that callers hold stay valid when the service is upgraded. */
  readonly checksum: 'first' | 'last';
};

/**
 * A page of rows that were read with one more than fit: whether there is another page. `last` is the row behind which that one begins;
 * undefined: there is none.
 */
export function cutPage<Row>(found: readonly Row[], size: number): { page: Row[]; last: Row | undefined } {
  const page = found.slice(0, size);
  return { page, last: found.length > size ? page.at(-1) : undefined };
}

const CHECKSUM_CHARACTERS = 16;

/**
 * An opaque token for the place at which the next page begins. Its checksum is not secret: it detects a token that was cut,
 * changed or taken from another list, so that the caller gets an error instead of the wrong page.
 */
export function writePageToken(list: PagedList, position: string): string {
  return Buffer.from(sealed(list, position)).toString('base64url');
}

/**
 * The place that a token stands for. `parse` checks the values, too, because anybody can calculate the checksum, and returns undefined when they
 * are none of a place. Throws a fault when the token is not valid.
 */
export function readPageToken<Place>(
  list: PagedList,
  token: string,
  parse: (position: string) => Place | undefined,
): Place {
  const text = Buffer.from(token, 'base64url').toString();
  const position =
    list.checksum === 'first' ? text.slice(CHECKSUM_CHARACTERS) : text.slice(0, -CHECKSUM_CHARACTERS - 1);
  // Different texts may be decoded to the same bytes: only the one that was written counts.
  const place = writePageToken(list, position) === token ? parse(position) : undefined;
  if (place !== undefined) return place;
  throw new Fault('InvalidInput', {
    message: 'nextToken is not valid.',
    details: `Query parameter nextToken must be the nextToken of the last answer of this operation, unchanged${list.sameParameters ?? ''}.`,
  });
}

function sealed({ scope, checksum }: PagedList, position: string): string {
  const sum = hash('sha256', `${scope}\n${position}`, 'base64url').slice(0, CHECKSUM_CHARACTERS);
  return checksum === 'first' ? sum + position : `${position}.${sum}`;
}
