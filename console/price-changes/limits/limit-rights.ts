import { READING_ROLES } from '../may-change.ts';

type Reader = { readonly scope: string; readonly role: string | undefined };

const has = ({ scope, role }: Reader, right: string) =>
  scope.split(' ').includes(right) && !(role !== undefined && READING_ROLES.includes(role));

/** Without the right the field would be empty, and would look as if there were no cost. */
export const mayReadCosts = (reader: Reader): boolean => has(reader, 'seller-api:costs:read');

/** Why limits can only be made stricter, in a sentence. Undefined: they can be loosened, too. */
export const whyOnlyStricter = (reader: Reader): string | undefined =>
  has(reader, 'seller-api:limits:write')
    ? undefined
    : 'Limits can only be made stricter here: the console has no right to loosen or remove them, or to set a cost. The operator can give it (CONSOLE_RIGHTS).';
