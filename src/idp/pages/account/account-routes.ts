import type { Account } from '../../accounts.ts';
import { signInRefusal } from '../../operator/operator-people.ts';
import { type Exchange, PageError } from '../exchange.ts';
import { serveGrants, submitWithdrawal } from '../grants.ts';
import { askToSignInAgain, hasRecentSignIn } from '../recent-sign-in.ts';
import { signedInAccount } from '../session.ts';
import { keepAskedSeller } from '../signed-in-member.ts';
import {
  submitApplicationRemoval,
  submitDisabling,
  submitEnabling,
  submitRights,
  submitRotation,
  submitSecretEnd,
} from './application-forms.ts';
import { serveApplication, serveApplications, serveNewApplication, submitNewApplication } from './applications.ts';
import { serveDeleted, serveDeletion, submitDeletion } from './deletion.ts';
import { serveFactorHelp, serveFactorHelpStopped, submitFactorHelp } from './factor-help.ts';
import { serveForgot, serveForgotSent, submitForgot } from './forgot.ts';
import { serveAcceptanceDone, serveInvitation, submitAcceptance } from './invitation.ts';
import { serveNewApp, submitNewApp } from './new-app.ts';
import { serveNewPasskey, submitNewPasskey } from './new-passkey.ts';
import { serveOwnData, serveOwnDataFile } from './own-data.ts';
import { servePassword, submitPassword } from './password.ts';
import { serveProfile } from './profile.ts';
import { serveReset, serveResetDone, submitReset } from './reset.ts';
import { serveSecurity, submitAppRemoval, submitNewCodes, submitPasskey } from './security.ts';
import { serveSessions, submitSessionEnd, submitSignOutEverywhere } from './sessions.ts';
import { serveSupport, submitSupportEnd } from './support.ts';
import { serveTeam } from './team.ts';
import { serveInvite, submitInvitationWithdrawal, submitInvite } from './team-invitations.ts';
import { serveMember, submitRole, submitTransfer } from './team-member.ts';
import { serveRemoval, submitRemoval } from './team-removal.ts';

type Method = 'GET' | 'POST';

/** For everybody: the handler asks for a sign-in itself, or needs none. */
type OpenRoute = { needs: 'nothing'; handle: (exchange: Exchange) => Promise<void> };

/** For the person who is signed in; `recent sign-in`: not longer ago than ten minutes. */
type OwnRoute = {
  needs: 'sign-in' | 'recent sign-in';
  handle: (exchange: Exchange, account: Account) => Promise<void>;
};

/** `back`: the page to which a browser goes after a sign-in that the route needs. By default its own. */
type AccountRoute = { method: Method; path: string; back?: string } & (OpenRoute | OwnRoute);

/** A form of the Security page: after a sign-in that it needs, the person begins there again. */
const ofSecurity = { method: 'POST', back: '/account/security', needs: 'recent sign-in' } as const;
/** The page to which a form goes back whose member or invitation is no part of the address. */
const TEAM = '/account/team';

/** A form about an application: after a sign-in that it needs, the person begins at the list again. */
const ofApplications = { method: 'POST', back: '/account/applications', needs: 'recent sign-in' } as const;

/** Every page and form of a person's own account. The log has these paths as route patterns: none contains an id or a token. */
export const accountRoutes: readonly AccountRoute[] = [
  { method: 'GET', path: '/grants', needs: 'nothing', handle: serveGrants },
  { method: 'POST', path: '/grants/withdraw', needs: 'nothing', handle: submitWithdrawal },
  { method: 'GET', path: '/account/applications', needs: 'sign-in', handle: serveApplications },
  {
    method: 'GET',
    path: '/account/applications/manage',
    back: '/account/applications',
    needs: 'sign-in',
    handle: serveApplication,
  },
  { method: 'GET', path: '/account/applications/new', needs: 'recent sign-in', handle: serveNewApplication },
  { method: 'POST', path: '/account/applications/new', needs: 'recent sign-in', handle: submitNewApplication },
  { path: '/account/applications/rotate', ...ofApplications, handle: submitRotation },
  { path: '/account/applications/end-secret', ...ofApplications, handle: submitSecretEnd },
  { path: '/account/applications/rights', ...ofApplications, handle: submitRights },
  { path: '/account/applications/disable', ...ofApplications, handle: submitDisabling },
  { path: '/account/applications/enable', ...ofApplications, handle: submitEnabling },
  { path: '/account/applications/remove', ...ofApplications, handle: submitApplicationRemoval },
  { method: 'GET', path: '/account', needs: 'sign-in', handle: serveProfile },
  { method: 'GET', path: '/account/password', needs: 'recent sign-in', handle: servePassword },
  { method: 'POST', path: '/account/password', needs: 'recent sign-in', handle: submitPassword },
  { method: 'GET', path: '/account/security', needs: 'sign-in', handle: serveSecurity },
  { path: '/account/security/passkey', ...ofSecurity, handle: submitPasskey },
  { path: '/account/security/remove-app', ...ofSecurity, handle: submitAppRemoval },
  { path: '/account/security/recovery-codes', ...ofSecurity, handle: submitNewCodes },
  { method: 'GET', path: '/account/security/new-passkey', needs: 'recent sign-in', handle: serveNewPasskey },
  { path: '/account/security/new-passkey', ...ofSecurity, handle: submitNewPasskey },
  { method: 'GET', path: '/account/security/app', needs: 'recent sign-in', handle: serveNewApp },
  { path: '/account/security/app', ...ofSecurity, handle: submitNewApp },
  { method: 'GET', path: '/account/sessions', needs: 'sign-in', handle: serveSessions },
  {
    method: 'POST',
    path: '/account/sessions/end',
    needs: 'sign-in',
    back: '/account/sessions',
    handle: submitSessionEnd,
  },
  {
    ...{ method: 'POST', path: '/account/sessions/end-all', needs: 'sign-in', back: '/account/sessions' },
    handle: submitSignOutEverywhere,
  },
  { method: 'GET', path: '/account/data', needs: 'sign-in', handle: serveOwnData },
  {
    ...{ method: 'GET', path: '/account/data/download', needs: 'recent sign-in', back: '/account/data' },
    handle: serveOwnDataFile,
  },
  { method: 'GET', path: '/account/delete', needs: 'recent sign-in', handle: serveDeletion },
  { method: 'POST', path: '/account/delete', needs: 'recent sign-in', handle: submitDeletion },
  { method: 'GET', path: '/account/deleted', needs: 'nothing', handle: serveDeleted },
  { method: 'GET', path: '/account/team', needs: 'sign-in', handle: serveTeam },
  { method: 'GET', path: '/account/team/invite', needs: 'recent sign-in', handle: serveInvite },
  { method: 'POST', path: '/account/team/invite', needs: 'recent sign-in', handle: submitInvite },
  { method: 'POST', path: '/account/team/withdraw', needs: 'sign-in', back: TEAM, handle: submitInvitationWithdrawal },
  { method: 'GET', path: '/account/team/member', needs: 'recent sign-in', back: TEAM, handle: serveMember },
  { method: 'POST', path: '/account/team/role', needs: 'recent sign-in', back: TEAM, handle: submitRole },
  { method: 'POST', path: '/account/team/transfer', needs: 'recent sign-in', back: TEAM, handle: submitTransfer },
  { method: 'GET', path: '/account/team/remove', needs: 'recent sign-in', back: TEAM, handle: serveRemoval },
  { method: 'POST', path: '/account/team/remove', needs: 'recent sign-in', back: TEAM, handle: submitRemoval },
  { method: 'GET', path: '/account/support', needs: 'sign-in', handle: serveSupport },
  {
    method: 'POST',
    path: '/account/support/end',
    needs: 'sign-in',
    back: '/account/support',
    handle: submitSupportEnd,
  },
  { method: 'GET', path: '/invitation', needs: 'nothing', handle: serveInvitation },
  { method: 'POST', path: '/invitation', needs: 'nothing', handle: submitAcceptance },
  { method: 'GET', path: '/invitation/done', needs: 'nothing', handle: serveAcceptanceDone },
  { method: 'GET', path: '/forgot', needs: 'nothing', handle: serveForgot },
  { method: 'POST', path: '/forgot', needs: 'nothing', handle: submitForgot },
  { method: 'GET', path: '/forgot/sent', needs: 'nothing', handle: serveForgotSent },
  { method: 'GET', path: '/reset', needs: 'nothing', handle: serveReset },
  { method: 'POST', path: '/reset', needs: 'nothing', handle: submitReset },
  { method: 'GET', path: '/reset/done', needs: 'nothing', handle: serveResetDone },
  { method: 'GET', path: '/factor-help', needs: 'nothing', handle: serveFactorHelp },
  { method: 'POST', path: '/factor-help', needs: 'nothing', handle: submitFactorHelp },
  { method: 'GET', path: '/factor-help/stopped', needs: 'nothing', handle: serveFactorHelpStopped },
];

/** The pages that are about a seller. */
const OF_SELLERS = /^\/(grants|invitation|account\/(team|applications|support))(\/|$)/;

/** An account of the operator has no seller, and can get none (decision 55). */
async function refuseOperator(exchange: Exchange): Promise<void> {
  const account = await signedInAccount(exchange);
  if (account?.kind === 'operator') throw new PageError(403, 'access_denied', signInRefusal(account));
}

const routes = new Map(accountRoutes.map((route) => [`${route.method} ${route.path}`, route]));
const paths = new Set(accountRoutes.map(({ path }) => path));

export const isAccountPath = (path: string): boolean => paths.has(path);

/** False when there is no such page. */
export async function serveAccountPage(exchange: Exchange, method: string, path: string): Promise<boolean> {
  const route = routes.get(`${method} ${path}`);
  if (route === undefined) return false;
  if (OF_SELLERS.test(path)) await refuseOperator(exchange);
  if (route.needs === 'nothing') {
    await route.handle(exchange);
    return true;
  }
  const account = await signedInAccount(exchange);
  const back = route.back ?? path;
  if (account === undefined || (route.needs === 'recent sign-in' && !(await hasRecentSignIn(exchange)))) {
    keepAskedSeller(exchange);
    askToSignInAgain(exchange, back);
  } else await route.handle(exchange, account);
  return true;
}
