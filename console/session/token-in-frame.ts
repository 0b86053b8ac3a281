import { answerInFrame } from './answers.ts';
import { type AccessToken, finishAuthorization, startAuthorization } from './authorization.ts';
import { rememberFramed } from './session-store.ts';
import { canDropSeller } from './sign-in-failure.ts';
import type { SignInSettings } from './sign-in-settings.ts';

/** The next token, in a hidden frame. Throws a `SignInError` when none comes. */
export async function tokenInFrame(settings: SignInSettings): Promise<AccessToken> {
  const { url, started } = await startAuthorization(settings, 'frame', 'none');
  try {
    const token = await finishAuthorization(settings, started, await answerInFrame(url));
    rememberFramed(settings.issuer);
    return token;
  } catch (error) {
    if (!canDropSeller(error)) throw error;
    return tokenInFrame(settings);
  }
}
