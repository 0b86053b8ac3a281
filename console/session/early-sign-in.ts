import { answerInFrame } from './answers.ts';
import { type Started, startAuthorization } from './authorization.ts';
import { publicAddressOf } from './return-path.ts';
import { framedIssuer, hasAnswered, isSignedOut, lastSignIn } from './session-store.ts';
import type { SignInSettings } from './sign-in-settings.ts';
import { isSupportTab } from './support-tab.ts';

/** A sign-in without a page that was begun in a hidden frame. `answer` is undefined when none came. */
type EarlySignIn = { readonly started: Started; readonly answer: string | undefined };

declare global {
  /** From the script in the page to that of the console. */
  var earlySignIn: Promise<EarlySignIn> | undefined;
}

/**
 * Begins a sign-in in a hidden frame, where the provider is known to answer in one. Does nothing where the console will not sign in
 * by itself, or has to leave for it.
 */
export function beginEarly(settings: SignInSettings): void {
  const mayBegin =
    settings.clientId !== '' &&
    !isSupportTab() &&
    !isSignedOut() &&
    !hasAnswered() &&
    !publicAddressOf(settings, location.href);
  if (mayBegin && mayAnswer(settings)) globalThis.earlySignIn = begin(settings);
}

/**
 * A provider that is not known to answer may show an error page. A browser that has signed in before leaves for one that does: a frame of
 * another host often has no cookies, and costs time.
 */
function mayAnswer(settings: SignInSettings): boolean {
  if (framedIssuer() === settings.issuer) return true;
  return settings.answersSilently && (isOfSameHost(settings) || lastSignIn() === null);
}

async function begin(settings: SignInSettings): Promise<EarlySignIn> {
  const { url, started } = await startAuthorization(directly(settings), 'frame', 'none');
  return { started, answer: await answerInFrame(url, { untilLoaded: true }).catch(() => undefined) };
}

/** To the provider itself: on a slow network a redirect takes half a second. Whatever fails there is tried over the service. */
function directly(settings: SignInSettings): SignInSettings {
  const { endpoint, scope } = settings.direct ?? {};
  return endpoint && scope ? { ...settings, authorizationEndpoint: endpoint, scope } : settings;
}

/** The one that was begun, once. */
export function takeEarly(): Promise<EarlySignIn> | undefined {
  const early = globalThis.earlySignIn;
  globalThis.earlySignIn = undefined;
  return early;
}

/** Then a frame has the provider's cookies in every browser. Another host may be of the same site, but a page cannot know that. */
export const isOfSameHost = ({ providerOrigin }: SignInSettings): boolean =>
  URL.parse(providerOrigin)?.hostname === location.hostname;
