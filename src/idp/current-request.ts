import { AsyncLocalStorage } from 'node:async_hooks';

/** The device and the network address of a request, in words that people know. */
export type RequestFacts = Readonly<Record<'device' | 'address', string>>;

/** A sign-in whose steps are all passed. It is part of an interaction's result until the library stores the session. */
export type JudgedSignIn = {
  readonly accountId: string;
  /** The password that it was judged by (`Account`). */
  readonly passwordKey: string;
  /** For the list of sign-ins. Absent: the person goes on in a new session, as after a change of the password. */
  readonly listed?: { readonly id: string; readonly deviceId: string };
};

/** `signIn`: what the session of this request comes from, if it is a new sign-in. */
type CurrentRequest = { readonly facts: () => RequestFacts; signIn?: JudgedSignIn };

/**
 * The request that is being answered. The library stores a session without telling for which request: the list of a person's
 * sessions shows where each one signed in.
 */
export const currentRequest = new AsyncLocalStorage<CurrentRequest>();

/** The facts of the request that is being answered. */
export const currentFacts = (): RequestFacts =>
  currentRequest.getStore()?.facts() ?? { device: 'Unknown device', address: '' };

/** A session of this person that this request stores comes from this sign-in. */
export function setCurrentSignIn(signIn: JudgedSignIn): void {
  const request = currentRequest.getStore();
  if (request === undefined) throw new Error('A person signs in outside of a request.');
  request.signIn = signIn;
}

export const currentSignIn = (): JudgedSignIn | undefined => currentRequest.getStore()?.signIn;
