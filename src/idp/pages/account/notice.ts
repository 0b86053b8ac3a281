import { contextOf, type Exchange } from '../exchange.ts';

/** What a form has just done, for the page after it. The cookie has the name; the text is here, so that nobody can write one. */
const NOTICES = {
  'session ended': 'The session was ended. That browser is signed out.',
  'password changed': 'Your password was changed. You were signed out of all other browsers.',
  'role changed': 'The role was changed. Applications that this member connected have at most its rights.',
  'ownership transferred': 'The ownership was transferred. You are a manager now.',
  'member removed': 'The member was removed.',
  'left the team': 'You left the team.',
  'joined the team': 'You joined the team.',
  'member already': 'You were a member of this team already. Nothing was changed.',
  'invitation sent': 'The invitation is on its way. Its link works for 7 days.',
  'invitation withdrawn': 'The invitation was withdrawn. Its link does not work any more.',
  'passkey added': 'The passkey was added.',
  'passkey renamed': 'The name was changed.',
  'passkey removed': 'The passkey was removed.',
  'authenticator app added': 'The authenticator app was added.',
  'authenticator app removed': 'The authenticator app was removed.',
  'recovery codes replaced': 'You have new recovery codes.',
  'secret ended': 'The secret has ended.',
  'rights changed': 'The rights were saved.',
  'application disabled': 'The application is disabled.',
  'application enabled': 'The application is enabled.',
  'support session ended': 'The support session has ended. The operator sees nothing of your console any more.',
  'application removed': 'The application was removed.',
} as const;

/** Why a form did nothing. */
const REFUSALS = {
  'last owner': 'Nothing was changed: a seller always has an owner. Make another member an owner first.',
  'no such member': 'Nothing was changed: this person is not a member any more.',
  'no such invitation': 'Nothing was changed: the invitation was accepted, withdrawn or has expired.',
  'nothing removed': 'Nothing was removed: tick the box first.',
  'secret was shown':
    'Nothing was changed: a new secret was created and shown a moment ago. Create another one if it is lost.',
  'changed meanwhile': 'Nothing was changed: somebody else changed this application meanwhile. See what it is now.',
} as const;

export type Notice = keyof typeof NOTICES | keyof typeof REFUSALS;

/** `isRefusal`: the form did nothing. */
export type ShownNotice = { readonly text: string; readonly isRefusal: boolean };

const COOKIE = '_notice';
const LIFETIME_MS = 60_000;
const options = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/** For the next page only. The cookie is signed, so that a link cannot make a page claim what did not happen. */
export function setNotice(exchange: Exchange, accountId: string, notice: Notice): void {
  const value = `${accountId}.${encodeURIComponent(notice)}`;
  contextOf(exchange).cookies.set(COOKIE, value, { ...options, maxAge: LIFETIME_MS });
}

/** The notice for this account, once. */
export function takeNotice(exchange: Exchange, accountId: string): ShownNotice | undefined {
  const { cookies } = contextOf(exchange);
  const value = cookies.get(COOKIE, { signed: true });
  if (value === undefined) return undefined;
  cookies.set(COOKIE, null, options);
  const [owner, notice = ''] = value.split('.', 2);
  return owner === accountId ? noticeOf(decodeURIComponent(notice)) : undefined;
}

/** An earlier release may have set one that does not exist any more. */
function noticeOf(name: string): ShownNotice | undefined {
  const done = (NOTICES as Record<string, string | undefined>)[name];
  const text = done ?? (REFUSALS as Record<string, string | undefined>)[name];
  return text === undefined ? undefined : { text, isRefusal: done === undefined };
}
