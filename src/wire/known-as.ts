import { Type } from './type.ts';

/** What is known of who an id stands for. */
export type KnownAs = {
  readonly email?: string;
  readonly name?: string;
  readonly isRemoved?: true;
};

const WHEN = 'Absent where the identity provider does not tell it, or your rights do not.';

/**
 * Beside an id: who that is, as people know it. It is asked for when the answer is made, and stored nowhere else than in the account: a
 * person who is gone leaves the id.
 */
export const knownAsShapes = {
  email: Type.Optional.String(`The e-mail address of the person. ${WHEN}`),
  name: Type.Optional.String(`The name of the application. ${WHEN}`),
  isRemoved: Type.Optional.Boolean('true: there is no such account, member or application, or none any more.'),
};

export const isKnown = (known: KnownAs): boolean => Object.keys(known).length > 0;
