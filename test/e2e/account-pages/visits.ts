import { CONNECTED_APPLICATION, type LongAccount, OWN_APPLICATION, OWNER } from './long-account.ts';

type Role = 'button' | 'link';

/** What a visitor of one page finds. */
export type Visit = {
  /** The path and the query, if not the route's own. */
  at?: string;
  heading: string;
  /** What most people come for. Absent on pages that only say something. */
  action?: readonly [Role, string];
  /** The page of the visitor's own account that the navigation shows as the current one; absent on pages without navigation. */
  section?: 'Profile' | 'Security' | 'Sessions' | 'Team' | 'Connected applications' | 'Applications';
  /** What is typed into a field by mistake, and what the page says to it. */
  mistake?: { field: string; typed: string; says: RegExp };
};

type Tokens = Readonly<Record<'reset' | 'invitation' | 'factor-help', string>>;

const WEAK = { field: 'New password', typed: 'aaaaaaaaaaaaaaaa', says: /more different characters/ };

/** By the path of the route: every page of an account has a visit. */
export function visitsOf({ colleagueId }: LongAccount, tokens: Tokens): Readonly<Record<string, Visit>> {
  return {
    '/account': { heading: 'Profile', section: 'Profile', action: ['link', 'Change password'] },
    '/account/password': {
      ...{ heading: 'Change password', section: 'Profile', action: ['button', 'Change password'], mistake: WEAK },
    },
    '/account/data': { heading: 'Your data', section: 'Profile', action: ['link', 'Download your data'] },
    '/account/delete': {
      ...{ heading: 'Delete your account', section: 'Profile', action: ['button', 'Delete my account'] },
      mistake: { field: 'Your e-mail address, to confirm', typed: 'no@store.example', says: new RegExp(OWNER) },
    },
    '/account/deleted': { heading: 'Your account was deleted' },
    '/account/security': { heading: 'Security', section: 'Security', action: ['link', 'Add an authenticator app'] },
    '/account/security/new-passkey': {
      ...{ heading: 'Add a passkey', section: 'Security', action: ['button', 'Add a passkey'] },
    },
    '/account/security/app': {
      ...{ heading: 'Add an authenticator app', section: 'Security', action: ['button', 'Add the app'] },
      mistake: { field: 'Code from the app', typed: '000000', says: /The code is not right/ },
    },
    '/account/sessions': { heading: 'Sessions', section: 'Sessions', action: ['button', 'Sign out everywhere'] },
    '/account/support': { heading: 'Support sessions', section: 'Team' },
    '/account/team': { heading: 'Team', section: 'Team', action: ['link', 'Invite somebody'] },
    '/account/team/invite': {
      ...{ heading: 'Invite somebody', section: 'Team', action: ['button', 'Send invitation'] },
      mistake: { field: 'E-mail address', typed: OWNER, says: /a member already/ },
    },
    '/account/team/member': {
      at: `/account/team/member?member=${colleagueId}`,
      ...{ heading: 'colleague1', section: 'Team', action: ['button', 'Change role'] },
    },
    '/account/team/remove': {
      at: `/account/team/remove?member=${colleagueId}`,
      ...{ heading: 'Remove from the team', section: 'Team', action: ['button', 'Remove from the team'] },
    },
    '/grants': {
      ...{ heading: 'Connected applications', section: 'Connected applications' },
      action: ['button', `Withdraw access of ${CONNECTED_APPLICATION}`],
    },
    '/account/applications': {
      ...{ heading: 'Applications', section: 'Applications', action: ['link', 'Create an application'] },
    },
    '/account/applications/manage': {
      at: '/account/applications/manage?id=own-1',
      ...{ heading: OWN_APPLICATION, section: 'Applications', action: ['button', 'Create a new secret'] },
    },
    '/account/applications/new': {
      ...{ heading: 'Create an application', section: 'Applications', action: ['button', 'Create'] },
      mistake: { field: 'Name', typed: ' ', says: /Enter a name/ },
    },
    '/invitation': {
      at: `/invitation?token=${tokens.invitation}`,
      ...{ heading: 'Join the team', action: ['button', 'Join the team'], mistake: WEAK },
    },
    '/invitation/done': { heading: 'You joined the team', action: ['link', 'Sign in'] },
    '/forgot': { heading: 'Forgot your password?', action: ['button', 'Send the link'] },
    '/forgot/sent': { heading: 'Check your e-mail', action: ['link', 'Back to the sign-in'] },
    '/reset': {
      at: `/reset?token=${tokens.reset}`,
      ...{ heading: 'Choose a new password', action: ['button', 'Change password'], mistake: WEAK },
    },
    '/reset/done': { heading: 'Your password was changed', action: ['link', 'Sign in'] },
    '/factor-help': {
      at: `/factor-help?token=${tokens['factor-help']}`,
      ...{ heading: 'Keep your two-step sign-in?', action: ['button', 'This was not me: stop it'] },
    },
    '/factor-help/stopped': { heading: 'The request was stopped', action: ['link', 'Choose a new password'] },
  };
}
