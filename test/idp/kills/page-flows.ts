import assert from 'node:assert/strict';
import { createLink } from '../../../src/idp/links.ts';
import { digest } from '../../../src/idp/secrets.ts';
import { type PageView, TestBrowser } from '../browser.ts';
import { authorizationUrl, redirectUri } from '../delegated.ts';
import { addApp, beginStep } from '../factors/person.ts';
import { type Flow, type Place, placeOf } from './flow.ts';
import { NEW_CONNECTION, otherSession, signIn, type Team } from './team.ts';

/* What people do on the provider's pages, as their browsers send it. */

const PASSWORD = 'violet harbour ninety spoons';

const shows = ({ status, text }: PageView, pattern: RegExp) =>
  assert.ok(pattern.test(text), `${status}, not ${pattern}: ${text.replace(/^.*<main/s, '')}`);

/** Opens a page and presses a button of it. */
const press = async ({ browser }: Place, path: string, button: string, fields: Record<string, string> = {}) =>
  browser.press(await browser.go(path), button, fields);

/** With the new password, as after the answer that was lost. */
const signInAnew = async ({ owner }: Team, { browser }: Place) =>
  shows(await browser.signIn(await browser.go('/account'), owner.email, PASSWORD), /<h1>Profile/);

const askForReset = async ({ owner }: Team, place: Place) =>
  shows(await press(place, '/forgot', 'Send the link', { email: owner.email }), /Check your e-mail/);

const reset = ({ secrets: [token] }: Team, place: Place) =>
  press(place, `/reset?token=${token}`, 'Change password', { password: PASSWORD });

async function prepareReset({ idp, owner, secrets }: Team): Promise<void> {
  const link = { kind: 'reset', subjectId: owner.accountId, nowMs: Date.now(), lifetimeMs: 600_000 } as const;
  // An earlier message had a link, too.
  for (let links = 0; links < 2; links += 1) secrets.unshift(await createLink(idp.db, link));
}

async function findsLinkUsed(team: Team, place: Place): Promise<void> {
  shows(await place.browser.go(`/reset?token=${team.secrets[0]}`), /This link does not work/);
  await signInAnew(team, place);
}

const RECOVERY_PAGE = '/sign-in/second-step?back=%2Faccount';

/** After the password. */
async function useCode(team: Team, { issuer }: Place, code = team.secrets[0] ?? ''): Promise<void> {
  const { idp, owner } = team;
  const browser = new TestBrowser(issuer, NEW_CONNECTION);
  const step = { accountId: owner.accountId, now: Date.now() };
  const asked = await beginStep(idp, browser, `${issuer}${RECOVERY_PAGE}`, step);
  shows(await browser.press(asked, 'name="action" value="second-code">Continue with this', { code }), /<h1>Profile/);
}

async function consent({ repricer }: Team, { browser }: Place): Promise<void> {
  const { url } = await authorizationUrl(repricer, { scope: 'seller-api:pricing:read offline_access' });
  const { pathname, search } = new URL(url);
  const back = await browser.allow(await browser.go(`${pathname}${search}`));
  assert.ok(back.url.startsWith(`${redirectUri}?code=`), back.url);
}

/** The answer that was lost may have had the cookie of the session's new id: then the person signs in again. */
async function consentAgain(of: Team, place: Place): Promise<void> {
  await signIn(of);
  await consent(of, place);
}

const team = (path: string) => `/account/team${path}`;
const ofManager = (path: string, { manager }: Team) => team(`/${path}?member=${manager.id}`);

async function removeMember(of: Team, place: Place): Promise<void> {
  const asked = await place.browser.go(ofManager('remove', of));
  // The page of the team, when the member is removed already.
  if (!asked.text.includes('Remove from the team')) return shows(asked, /<h1>Team/);
  shows(await takeOver(place, asked, { button: 'Remove from the team', count: 2 }), /The member was removed/);
}

async function lowerRole(of: Team, place: Place): Promise<void> {
  const asked = await press(place, ofManager('member', of), 'Change role', { role: 'analyst' });
  shows(await takeOver(place, asked, { button: 'Change role', count: 1 }), /The role was changed/);
}

/** Presses a button under the list of what the manager leaves behind: the owner takes all of it over. */
async function takeOver({ browser }: Place, asked: PageView, { button, count }: { button: string; count: number }) {
  const listed = [...asked.text.matchAll(/type="radio" name="((?:grant|secret)\.[^"]+)"/g)];
  const fields = Object.fromEntries(listed.map(([, name = '']) => [name, 'take']));
  assert.equal(Object.keys(fields).length, count);
  return browser.press(asked, button, fields);
}

async function transfer(of: Team, place: Place): Promise<void> {
  const asked = await place.browser.go(ofManager('member', of));
  if (asked.status === 403) return shows(asked, /owner/);
  shows(await place.browser.press(asked, 'Transfer the ownership'), /You are a manager now/);
}

const APPLICATIONS = '/account/applications';
const manage = ({ ownApplicationId }: Team) => `${APPLICATIONS}/manage?id=${ownApplicationId}`;
const NEW_SECRET = /<dt>Client secret<\/dt><dd><code>\w{64}</;

const rotate = async (of: Team, place: Place) =>
  shows(await press(place, manage(of), 'Create a new secret', { overlap: '24' }), NEW_SECRET);

/** The application is there, and gets a secret that its owner sees. */
async function rotateCreated(_: Team, place: Place): Promise<void> {
  const [path = ''] =
    /\/account\/applications\/manage\?id=[0-9a-f]{32}/.exec((await place.browser.go(APPLICATIONS)).text) ?? [];
  shows(await press(place, path, 'Create a new secret', { overlap: '24' }), NEW_SECRET);
}

async function allowPrices(of: Team, { browser }: Place): Promise<void> {
  const saved = await browser.press(await browser.go(manage(of)), 'Save rights', {}, ['seller-api:pricing:write']);
  shows(saved, /The rights were saved/);
}

async function removeApplication(of: Team, place: Place): Promise<void> {
  const asked = await place.browser.go(manage(of));
  if (asked.status === 404) return;
  shows(await place.browser.press(asked, 'Remove Stock', { sure: 'yes' }), /The application was removed/);
}

async function withdraw(_: Team, place: Place): Promise<void> {
  const asked = await place.browser.go('/grants');
  if (asked.text.includes('Withdraw access')) await place.browser.press(asked, 'Withdraw access');
}

async function signOutEverywhere(_: Team, place: Place): Promise<void> {
  const asked = await place.browser.go('/account/sessions');
  if (asked.text.includes('<h1>Sign in')) return;
  await place.browser.press(asked, 'Sign out everywhere');
}

async function endSession({ owner }: Team, { browser }: Place): Promise<void> {
  const asked = await browser.go('/account/sessions');
  const button = `name="session" value="${digest(otherSession(owner))}"`;
  if (asked.text.includes(button)) shows(await browser.press(asked, button), /The session was ended/);
}

const newcomer = ({ sellerId }: Team) => `new-${sellerId.toLowerCase()}@y.example`;

const invite = async (of: Team, place: Place) =>
  shows(
    await press(place, team('/invite'), 'Send invitation', { email: newcomer(of), role: 'analyst' }),
    /The invitation is on its way/,
  );

async function withdrawInvitation(_: Team, { browser }: Place): Promise<void> {
  const asked = await browser.go(team(''));
  if (asked.text.includes('name="invitation"'))
    shows(await browser.press(asked, 'name="invitation"'), /The invitation was withdrawn/);
}

export const pageFlows: readonly Flow[] = [
  { title: 'asking for a new password', act: askForReset, whenDone: askForReset },
  { title: 'choosing a new password by a link', prepare: prepareReset, act: reset, whenDone: findsLinkUsed },
  {
    title: 'changing the password',
    prepare: prepareReset,
    act: async (_, place) =>
      shows(await press(place, '/account/password', 'Change password', { password: PASSWORD }), /was changed/),
    whenDone: signInAnew,
  },
  { title: 'signing out everywhere', act: signOutEverywhere },
  { title: 'ending one session', act: endSession },
  {
    title: 'using a recovery code',
    prepare: async ({ idp, owner, secrets }) => secrets.push(...(await addApp(idp, owner.accountId))),
    act: useCode,
    // A code that was used stays so. The next one works.
    whenDone: (of, place) => useCode(of, place, of.secrets[1]),
  },
  { title: 'giving an application access', act: consent, whenDone: consentAgain },
  { title: 'withdrawing the access of an application', act: withdraw },
  { title: 'inviting a member', act: invite, whenDone: invite },
  {
    title: 'withdrawing an invitation',
    prepare: (of) => invite(of, placeOf(of)),
    act: withdrawInvitation,
  },
  { title: 'removing a member and taking over', act: removeMember },
  {
    title: 'giving a member a lower role',
    act: lowerRole,
    // The page shows the role; another change is another entry.
    whenDone: async (_, { browser }) => shows(await browser.go(team('')), /Analyst/),
  },
  { title: 'transferring the ownership', act: transfer },
  {
    title: 'creating an application',
    act: async (_, place) =>
      shows(await press(place, `${APPLICATIONS}/new`, '>Create<', { name: 'Prices' }), NEW_SECRET),
    whenDone: rotateCreated,
  },
  { title: 'rotating a secret', act: rotate, whenDone: rotate },
  { title: 'adding a right to an application', act: allowPrices },
  { title: 'removing an application', act: removeApplication },
];
