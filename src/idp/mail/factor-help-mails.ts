import { DAY_MS } from '../../domain/duration.ts';
import { accountById } from '../accounts.ts';
import { HELP_DAYS } from '../factors/factor-help.ts';
import type { HelpNews } from '../factors/factor-help-news.ts';
import { factorHelpOf } from '../factors/factor-help-table.ts';
import { createLink } from '../links.ts';
import type { MailText, MailWriter, QueuedMail } from './queued-mail.ts';

const ALL = 'all passkeys, the authenticator app and the recovery codes';

type Texts = { readonly subject: string; readonly sentences: readonly string[] };

/** To the person whose factors they are. */
const textsToPerson = (until: string): Readonly<Record<HelpNews, Texts>> => ({
  asked: {
    subject: 'Your two-step sign-in will be removed',
    sentences: [
      `Somebody who knows your password says that ${ALL} of your sign-in are lost. They will be removed on ${until}. After that, your password alone lets a person set up new ones.`,
      'If this was not you, stop it now, and choose a new password: somebody else knows yours.',
    ],
  },
  waits: {
    subject: 'Reminder: your two-step sign-in will be removed',
    sentences: [
      `On ${until}, ${ALL} of your sign-in will be removed, because somebody who knows your password says that they are lost.`,
      'If this was not you, stop it now, and choose a new password: somebody else knows yours.',
    ],
  },
  removed: {
    subject: 'Your two-step sign-in was removed',
    sentences: [
      'Your passkeys, your authenticator app and your recovery codes were removed, because you asked for it. Sign in with your password and set up new ones.',
      'If this was not you, tell the operator of the marketplace at once.',
    ],
  },
  stopped: {
    subject: 'Your two-step sign-in stays',
    sentences: ['The request to remove your passkeys, app and recovery codes was stopped. They stay as they are.'],
  },
});

/** To the other owners of the person's sellers. */
const textsToOwners = (email: string, until: string): Readonly<Record<HelpNews, Texts>> => {
  const doubt = `If you doubt that, ask ${email}, or the operator of the marketplace.`;
  return {
    asked: {
      subject: `The two-step sign-in of ${email} will be removed`,
      sentences: [`${email} says that ${ALL} are lost. They will be removed on ${until}.`, doubt],
    },
    waits: {
      subject: `Reminder: the two-step sign-in of ${email} will be removed`,
      sentences: [`On ${until}, ${ALL} of ${email} will be removed.`, doubt],
    },
    removed: {
      subject: `The two-step sign-in of ${email} was removed`,
      sentences: [`${email} sets up new factors at the next sign-in.`, doubt],
    },
    stopped: {
      subject: `The two-step sign-in of ${email} stays`,
      sentences: [`The request to remove the passkeys, app and recovery codes of ${email} was stopped.`],
    },
  };
};

/** Tells of a request for help with lost factors. Those to the person have a link that stops it. */
export const factorHelp: MailWriter = async (mail, { db, nowMs, pageUrl }) => {
  const news = mail.facts.news as HelpNews;
  const { ownerId, about } = peopleOf(mail);
  const [to, person] = [await accountById(db, ownerId), await accountById(db, about)];
  const isWaiting = (await factorHelpOf(db, about))?.nextAt != null;
  if (to === undefined || person === undefined || ((news === 'asked' || news === 'waits') && !isWaiting))
    return undefined;
  const until = timeText(Number(mail.facts.untilMs ?? 0));
  if (ownerId !== about) return { to: to.email, ...textsToOwners(person.email, until)[news] };
  const text: MailText = { to: to.email, ...textsToPerson(until)[news] };
  if (!isWaiting) return text;
  const lifetimeMs = (HELP_DAYS + 1) * DAY_MS;
  const token = await createLink(db, { kind: 'factor help', subjectId: about, nowMs, lifetimeMs });
  return { ...text, link: { label: 'This was not me', url: `${pageUrl('/factor-help')}?token=${token}` } };
};

function peopleOf({ accountId = '', facts }: QueuedMail): { ownerId: string; about: string } {
  return { ownerId: accountId, about: typeof facts.about === 'string' ? facts.about : accountId };
}

const timeText = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
