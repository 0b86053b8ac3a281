import { signal } from '@preact/signals';

/** The person who is signed in, if the provider names them: for the account menu. */
export const signedInPerson = signal<
  { readonly email: string; readonly role: string; readonly sellerCount: number } | undefined
>(undefined);
