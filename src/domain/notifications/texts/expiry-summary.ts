import { valueAt } from '../event-payload.ts';
import { idText, timeText } from './payload-texts.ts';
import { shownName } from './shown-name.ts';
import { type About, type EventSummary, urgencyOf } from './summary-parts.ts';

/** A secret of an application, or its access, will end. A type of another version says no more than that. */
export function expirySummary({ data }: About): EventSummary {
  const application = shownName(valueAt(data, 'applicationName')) || idText(valueAt(data, 'clientId'));
  const until = timeText(valueAt(data, 'EffectiveUntil'));
  const type = valueAt(data, 'credentialType');
  const text = type === 'CLIENT_SECRET' ? texts.secret : type === 'GRANT' ? texts.access : texts.other;
  const sentence = `${text.subject} ends${until && ` at ${until}`}.`;
  return {
    headline: text.headline,
    about: application,
    sentences: [sentence, text.effect],
    brief: sentence,
    ...{ advice: text.advice, adviceDetail: '', prices: [], sku: '' },
    facts: [
      ['Application', application],
      ['Ends', until],
    ],
    word: 'EXPIRING',
    urgency: urgencyOf(valueAt(data, 'DaysBefore') === 1 ? 2 : 1, undefined),
  };
}

const texts = {
  secret: {
    headline: 'A client secret will expire',
    subject: 'A secret of this application',
    effect: 'After that, the application gets no access with it.',
    advice: 'Create another secret, and give it to the application before.',
  },
  access: {
    headline: 'The access of an application will end',
    subject: 'The access of this application to your account',
    effect: 'After that, it cannot act for you, and it gets no notifications.',
    advice: 'If you still use the application, connect it again. Otherwise there is nothing to do.',
  },
  other: {
    headline: 'An access will end',
    subject: 'What this application signs in with',
    effect: 'After that, it may have no access.',
    advice: 'If you still use the application, look at its settings.',
  },
} as const;
