import { MINUTE_MS } from '../../domain/duration.ts';
import { accountByEmail, accountById } from '../accounts.ts';
import { createLink } from '../links.ts';
import type { MailWriter } from './queued-mail.ts';

const RESET_LINK_MS = 30 * MINUTE_MS;

/**
 * The link with which a person chooses a new password. The request stores the typed address whether or not it has an account: only
 * here, out of sight of whoever asked, it is looked up.
 */
export const passwordReset: MailWriter = async ({ address = '' }, { db, nowMs, pageUrl, brand }) => {
  const account = await accountByEmail(db, address);
  if (account === undefined || account.disabledAt !== null) return undefined;
  const token = await createLink(db, { kind: 'reset', subjectId: account.id, nowMs, lifetimeMs: RESET_LINK_MS });
  return {
    to: account.email,
    subject: 'Choose a new password',
    sentences: [
      `Somebody, probably you, asked for a new password for your sign-in at ${brand.name}.`,
      'The link works once, for 30 minutes. Your password stays as it is until you choose a new one.',
    ],
    link: { label: 'Choose a new password', url: `${pageUrl('/reset')}?token=${token}` },
    closing: ['If you did not ask for this, ignore it: nothing changes. Nobody can see or use this link but you.'],
  };
};

/** Tells the owner of an account, who did not necessarily do it. */
export const passwordChanged: MailWriter = async ({ accountId = '', facts }, { db, pageUrl, brand }) => {
  const account = await accountById(db, accountId);
  if (account === undefined || account.demo) return undefined;
  return {
    to: account.email,
    subject: 'Your password was changed',
    sentences: [
      `The password of your sign-in at ${brand.name} was changed. You were signed out of all other browsers.`,
      'If this was not you, choose a new password at once: somebody else may read your e-mail or know your old password.',
    ],
    link: { label: 'This was not me', url: pageUrl('/forgot') },
    facts: requestFacts(facts),
  };
};

/** A sign-in with a browser that the person never used before. It may be somebody else who knows the password. */
export const newDevice: MailWriter = async ({ accountId = '', facts }, { db, pageUrl, brand }) => {
  const account = await accountById(db, accountId);
  if (account === undefined || account.demo) return undefined;
  return {
    to: account.email,
    subject: 'A sign-in from a new device',
    sentences: [
      `Your sign-in at ${brand.name} was used with a browser that it was not used with before.`,
      'If this was you, there is nothing to do. You see and end your sessions on the page "Sessions" of your account.',
      'If this was not you, choose a new password: that also signs everybody out.',
    ],
    link: { label: 'This was not me', url: pageUrl('/forgot') },
    facts: requestFacts(facts),
  };
};

/** The last message to an address: its account is gone. */
export const accountDeleted: MailWriter = async ({ address, facts }, { brand }) =>
  address === undefined
    ? undefined
    : {
        to: address,
        subject: 'Your account was deleted',
        sentences: [
          `Your sign-in at ${brand.name} was deleted on its page "Your data". The access that you gave to applications has ended.`,
          'If this was not you, write to the operator of the marketplace: somebody else knew your password.',
        ],
        facts: requestFacts(facts),
      };

/** Where and when a request came from, as far as it is known. */
function requestFacts(facts: Readonly<Record<string, string | number>>): (readonly [string, string])[] {
  const { atMs, device, address } = facts;
  return [
    ...(typeof atMs === 'number' ? [['Time', timeText(atMs)] as const] : []),
    ...(typeof device === 'string' ? [['Device', device] as const] : []),
    ...(typeof address === 'string' ? [['Address', address] as const] : []),
  ];
}

const timeText = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
