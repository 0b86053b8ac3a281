import { listAt, valueAt } from '../event-payload.ts';
import { idText, timeText } from './payload-texts.ts';
import { shownName } from './shown-name.ts';
import { type About, type EventSummary, present, urgencyOf } from './summary-parts.ts';

/** Destinations are suspended, or will be: of an application that has lost its access, of a disabled seller, or one that fails (decision 38). */
export function suspensionSummary({ data }: About): EventSummary {
  const application = shownName(valueAt(data, 'applicationName')) || idText(valueAt(data, 'createdBy'));
  const channels = present(listAt(data, 'channelNames').map((name) => shownName(name)));
  const [used, from] = [timeText(valueAt(data, 'lastUsedTime')), timeText(valueAt(data, 'EffectiveFrom'))];
  const isEnded = valueAt(data, 'status') === 'SUSPENDED';
  const error = shownName(valueAt(data, 'lastError'), 160);
  const reason = reasonOf(valueAt(data, 'statusReason'), isEnded);
  const text = texts[reason]({ used, from, error });
  const isOfApplication = reason === 'APPLICATION_WITHDRAWN' || reason === 'UNUSED' || reason === 'UNUSED_SOON';
  return {
    headline: text.headline,
    about: (isOfApplication ? application : channels.join(', ')) || application,
    sentences: present(text.sentences),
    brief: text.brief ?? text.sentences[0] ?? '',
    prices: [],
    advice: text.advice,
    adviceDetail: '',
    sku: '',
    facts: [
      ['Application', application],
      [channels.length > 1 ? 'Destinations' : 'Destination', channels.join(', ')],
      ['Last used', used],
      [isEnded ? 'Suspended since' : 'Will be suspended', from],
    ],
    word: isEnded ? 'SUSPENDED' : 'ACTIVE',
    urgency: urgencyOf(isEnded ? 2 : 1, undefined),
  };
}

const REASONS = ['DELIVERY_FAILED', 'DESTINATION_GONE', 'APPLICATION_WITHDRAWN', 'SELLER_DISABLED'] as const;
type Reason = (typeof REASONS)[number] | 'UNUSED' | 'UNUSED_SOON' | 'OTHER';

/** A reason of another version says no more than that the destination is suspended. */
function reasonOf(reason: unknown, isEnded: boolean): Reason {
  const known = REASONS.find((one) => one === reason);
  if (known !== undefined) return known;
  if (!isEnded) return 'UNUSED_SOON';
  return reason === 'APPLICATION_UNUSED' ? 'UNUSED' : 'OTHER';
}

type Figures = { used: string; from: string; error: string };
type SuspensionText = { headline: string; sentences: readonly string[]; brief?: string; advice: string };

const unused = ({ used }: Figures) => `It has not used its access to your account${used && ` since ${used}`}.`;

const texts: Readonly<Record<Reason, (figures: Figures) => SuspensionText>> = {
  UNUSED_SOON: (figures) => ({
    headline: 'Notifications of an application will end',
    sentences: [
      unused(figures),
      `It gets no more notifications${figures.from && ` from ${figures.from} on`}, unless it uses its access before.`,
    ],
    brief: `It has not used its access, and gets none${figures.from && ` from ${figures.from} on`}.`,
    advice: 'If you still use the application, open it or ask its provider. Otherwise there is nothing to do.',
  }),
  UNUSED: (figures) => ({
    headline: 'Notifications of an application have ended',
    sentences: [unused(figures), 'Nothing is sent to its destinations any more.'],
    advice: 'To keep one of them, set its status to ACTIVE with an application of your own.',
  }),
  APPLICATION_WITHDRAWN: () => ({
    headline: 'Notifications of an application have ended',
    sentences: ['Its access to your account was withdrawn, so nothing is sent to its destinations any more.'],
    advice: 'If you did not mean that, connect the application again. Otherwise there is nothing to do.',
  }),
  DELIVERY_FAILED: ({ error }) => ({
    headline: 'Notifications do not arrive',
    sentences: [
      'Every attempt to send to this destination failed for days, so nothing is sent there any more.',
      error && `The last error: ${error}`,
    ],
    advice: 'Repair the receiver, then send it a test notification: when that arrives, what waits for it is sent.',
  }),
  SELLER_DISABLED: () => ({
    headline: 'Notifications have ended',
    sentences: ['The operator of the marketplace has disabled your account, so nothing is sent to your destinations.'],
    advice: 'Ask the operator of the marketplace. When your account is enabled again, notifications go on.',
  }),
  OTHER: () => ({
    headline: 'Notifications do not arrive',
    sentences: ['Nothing is sent to this destination any more.'],
    advice: 'Look at its status, and set it to ACTIVE when it should get notifications again.',
  }),
  DESTINATION_GONE: ({ error }) => ({
    headline: 'Notifications do not arrive',
    sentences: [
      'The address of this destination does not exist any more, so nothing is sent there.',
      error && `The last error: ${error}`,
    ],
    advice: 'Give the destination a new address, or delete it.',
  }),
};
