import { type AccessToken, finishAuthorization } from './authorization.ts';
import { isOfSameHost, takeEarly } from './early-sign-in.ts';
import { leave } from './leaving.ts';
import { publicAddressOf } from './return-path.ts';
import { type Answered, isSignedOut, rememberFramed, takeAnswered } from './session-store.ts';
import { SignInError } from './sign-in-error.ts';
import { canDropSeller, failureOf } from './sign-in-failure.ts';
import type { SignInSettings } from './sign-in-settings.ts';

/** The first token of a page. `ask`: none is there yet, and the provider may be asked; `signed-out`: it must not. */
export type FirstToken = { readonly token: AccessToken; readonly isInteractive: boolean } | 'ask' | 'signed-out';

/**
 * The answer that the callback page has left, or that of the sign-in which the page began in a frame. Throws a `SignInError` that the page
 * shows. Never resolves where the page leaves for its public address.
 */
export async function firstToken(settings: SignInSettings): Promise<FirstToken> {
  const { clientId, clientSetting } = settings;
  if (clientId === '')
    throw new SignInError(
      'refused',
      `The console has no client at the identity provider: ${clientSetting} is not set.`,
    );
  const publicAddress = publicAddressOf(settings, location.href);
  if (publicAddress !== undefined) return leave(publicAddress);
  const answered = takeAnswered();
  if (answered !== undefined) return answeredToken(settings, answered);
  return isSignedOut() ? 'signed-out' : earlyToken(settings);
}

async function answeredToken(settings: SignInSettings, answered: Answered): Promise<FirstToken> {
  if (answered.silent && isSignedOut()) return 'signed-out';
  try {
    const token = await finishAuthorization(settings, answered, answered.answer);
    // Signed out in another tab meanwhile.
    return answered.silent && isSignedOut() ? 'signed-out' : { token, isInteractive: !answered.silent };
  } catch (error) {
    // Who cancels the choice stays with the seller that this tab showed.
    if (answered.isSwitch) return 'ask';
    if (!(answered.silent && failureOf(error) === 'needs-seller')) throw error;
    return canDropSeller(error) ? 'ask' : 'signed-out';
  }
}

async function earlyToken(settings: SignInSettings): Promise<FirstToken> {
  const { started, answer } = (await takeEarly()) ?? {};
  if (!started || answer === undefined) return 'ask';
  try {
    const token = await finishAuthorization(settings, started, answer);
    rememberFramed(settings.issuer);
    return isSignedOut() ? 'signed-out' : { token, isInteractive: false };
  } catch (error) {
    if (canDropSeller(error)) return 'ask';
    // A frame of the same host has the provider's cookies, so the answer means that no seller is signed in.
    return failureOf(error) === 'needs-seller' && isOfSameHost(settings) ? 'signed-out' : 'ask';
  }
}
