import { knownWord, timeText, valueAt } from './event-payloads.ts';
import { type About, type EventSummary, idText, listAt, present } from './summary-parts.ts';

const REASONS = ['DELIVERY_FAILED', 'DESTINATION_GONE', 'APPLICATION_WITHDRAWN', 'APPLICATION_UNUSED'] as const;

/** The text of DESTINATION_SUSPENDED. It names no destination: sellers and applications choose those names. */
export function suspensionSummary({ data }: About): EventSummary {
  const reason = knownWord(REASONS, valueAt(data, 'statusReason'));
  const isOfApplication = reason === 'APPLICATION_WITHDRAWN' || reason === 'APPLICATION_UNUSED';
  return isOfApplication ? applicationSummary(data, reason === 'APPLICATION_UNUSED') : failureSummary(data, reason);
}

function applicationSummary(data: About['data'], isUnused: boolean): EventSummary {
  const application = idText(valueAt(data, 'createdBy'));
  const name = `The application${application && ` ${application}`}`;
  const [used, from] = [timeText(valueAt(data, 'lastUsedTime')), timeText(valueAt(data, 'EffectiveFrom'))];
  const isEnded = valueAt(data, 'status') === 'SUSPENDED';
  return {
    headline: isEnded ? 'Notifications of an application have ended' : 'Notifications of an application will end',
    sentences: [
      isUnused
        ? `${name} has not used its access to your account${used && ` since ${used}`}.`
        : `${name} has no access to your account any more.`,
      isEnded
        ? 'Its notification destinations are suspended.'
        : `Its notification destinations will be suspended${from && ` on ${from}`} unless it uses its access before.`,
      isEnded
        ? 'To keep one, set its status to ACTIVE with an application of your own.'
        : 'If you still use the application, open it, or ask its provider. Otherwise there is nothing to do.',
    ],
    facts: [
      ['Application', application],
      ['Last used', used],
      [isEnded ? 'Suspended since' : 'Will be suspended', from],
    ],
  };
}

function failureSummary(data: About['data'], reason: (typeof REASONS)[number] | undefined): EventSummary {
  const id = idText(listAt(data, 'channelIds')[0]);
  const why = {
    DELIVERY_FAILED: 'Nothing could be delivered there for a long time.',
    DESTINATION_GONE: 'Its receiver says that it does not exist any more.',
  };
  return {
    headline: 'A notification destination is suspended',
    sentences: present([
      'One of your notification destinations gets nothing any more.',
      reason === 'DELIVERY_FAILED' || reason === 'DESTINATION_GONE' ? why[reason] : '',
      'Repair it, then send it a test notification: when that arrives, what waits for it is sent.',
    ]),
    facts: [
      ['Destination', id],
      ['Last error', plainLine(valueAt(data, 'lastError'))],
      ['Suspended since', timeText(valueAt(data, 'EffectiveFrom'))],
    ],
  };
}

/** The service wrote it: printable ASCII in one line. '' for anything else. */
const plainLine = (text: unknown) => (typeof text === 'string' && /^[\x20-\x7e]{1,200}$/.test(text) ? text : '');
