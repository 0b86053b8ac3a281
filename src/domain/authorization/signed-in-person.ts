import { isObject } from '../is-object.ts';

/** The person at the console, for the console's own menu. Other applications never get it: it has the person's address. */
export type SignedInPerson = {
  readonly email: string;
  readonly role: string;
  /** For how many sellers the person works. */
  readonly sellerCount: number;
};

/** The claim in which the embedded provider names the person, in introspection answers of the console's tokens only. */
export const PERSON_CLAIM = 'console_person';

/** Undefined when the provider does not name the person in this way. */
export function signedInPersonIn(claims: Readonly<Record<string, unknown>>): SignedInPerson | undefined {
  const claim = claims[PERSON_CLAIM] as object | undefined;
  const { email, role, sellerCount } = isObject(claim) ? claim : {};
  if (!isText(email) || !isText(role) || typeof sellerCount !== 'number') return undefined;
  return { email, role, sellerCount };
}

const isText = (value: unknown): value is string => typeof value === 'string' && /^[^\p{Cc}]{1,254}$/u.test(value);
