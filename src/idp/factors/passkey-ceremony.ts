import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isObject } from '../../domain/is-object.ts';
import type { NewPasskey, Passkey } from './passkeys.ts';

/** Loaded when a person uses a passkey: it takes 200 ms. */
const library = () => import('@simplewebauthn/server');

/** The site that passkeys belong to. */
export type RelyingParty = { readonly id: string; readonly origin: string; readonly name: string };

/** Undefined where browsers have no passkeys: an address instead of a host name, or neither https nor this machine. */
export function relyingPartyOf(issuer: string, name: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(issuer);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isAddress || !isSecure ? undefined : { id: hostname, origin, name };
}

type Person = { readonly id: string; readonly email: string };

/** For `navigator.credentials.create`: a passkey that needs no name to be found, and that checks the person (PIN, finger, face). */
export function creationOptions(site: RelyingParty, person: Person, challenge: string, existing: readonly Passkey[]) {
  return {
    rp: { id: site.id, name: site.name },
    user: { id: Buffer.from(person.id).toString('base64url'), name: person.email, displayName: person.email },
    challenge,
    // ES256, EdDSA, RS256.
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT_MS,
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** For `navigator.credentials.get`. Without passkeys the browser offers those that it knows for this site. */
export function requestOptions(site: RelyingParty, challenge: string, allowed: readonly Passkey[] = []) {
  return {
    rpId: site.id,
    challenge,
    timeout: TIMEOUT_MS,
    allowCredentials: allowed.map(descriptorOf),
    userVerification: 'required',
  };
}

const TIMEOUT_MS = 300_000;

const descriptorOf = ({ id, transports }: Passkey) => ({ id, type: 'public-key', transports });

/** Must not throw: what is thrown inside counts as a wrong answer. */
type IsOurs = (challenge: string) => boolean;
type Created = Pick<NewPasskey, 'id' | 'publicKey' | 'signCount' | 'transports'>;

/** The new passkey; undefined when the answer is none to a challenge of ours, or the person was not checked. */
export async function checkCreation(site: RelyingParty, answer: string, isOurs: IsOurs): Promise<Created | undefined> {
  const response = answerIn<RegistrationResponseJSON>(answer);
  if (response === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...{ response, expectedChallenge: isOurs, expectedOrigin: site.origin, expectedRPID: site.id },
      supportedAlgorithmIDs: [-7, -8, -257],
      requireUserVerification: true,
    });
    if (registrationInfo === undefined) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      signCount: counter,
      transports: transports.filter((name) => /^[a-z-]{1,20}$/.test(name)),
    };
  } catch {
    return undefined;
  }
}

/** The id of the passkey that the answer names; undefined when it names none. */
export function credentialIn(answer: string): string | undefined {
  const id = answerIn<AuthenticationResponseJSON>(answer)?.id;
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) ? id : undefined;
}

/** The counter of this use; undefined when the answer is not that of this passkey to a challenge of ours, or the person was not checked. */
export async function checkRequest(
  site: RelyingParty,
  passkey: Passkey,
  answer: string,
  isOurs: IsOurs,
): Promise<number | undefined> {
  const response = answerIn<AuthenticationResponseJSON>(answer);
  // A person who was not named before must be the one whom the passkey names (WebAuthn 7.2).
  const named = response?.response?.userHandle;
  if (response === undefined || (named && named !== Buffer.from(passkey.accountId).toString('base64url')))
    return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { id, publicKey, signCount: counter } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...{ response, expectedChallenge: isOurs, expectedOrigin: site.origin, expectedRPID: site.id },
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** The form carries the answer of the browser as JSON. The library checks what is inside, and throws for what it cannot read. */
function answerIn<Answer>(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && isObject(value.response) ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
}
