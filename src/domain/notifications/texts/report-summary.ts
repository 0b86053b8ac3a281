import { valueAt } from '../event-payload.ts';
import { timeText } from './payload-texts.ts';
import { shownName } from './shown-name.ts';
import { type About, type EventSummary, present, urgencyOf } from './summary-parts.ts';

const TYPE_NAMES: Readonly<Record<string, string>> = {
  POSITIONS: 'Positions',
  FEES: 'Fees',
  WHAT_IF: 'What if',
  PRICE_HISTORY: 'Price history',
  BUY_BOX_SHARE: 'Buy box share',
  PRICE_CHANGES: 'Price changes',
  EVENTS: 'Events',
  DELIVERIES: 'Deliveries',
};

/** A report is done, or could not be made. A type of another version has no name. */
export function reportSummary({ data }: About): EventSummary {
  const type = valueAt(data, 'reportType');
  const name = typeof type === 'string' && Object.hasOwn(TYPE_NAMES, type) ? (TYPE_NAMES[type] ?? '') : '';
  const until = timeText(valueAt(data, 'expiresTime'));
  const isDone = valueAt(data, 'state') === 'DONE';
  const text = isDone ? doneText(data, until) : failedText(data);
  return {
    ...{ ...text, about: name, brief: text.sentences[0] ?? '', adviceDetail: '', prices: [], sku: '' },
    facts: [
      ['Report', name],
      ['Kept until', isDone ? until : ''],
    ],
    word: isDone ? 'DONE' : 'FATAL',
    urgency: urgencyOf(isDone ? 0 : 1, undefined),
  };
}

type ReportText = Pick<EventSummary, 'headline' | 'sentences' | 'advice'>;

function doneText(data: unknown, until: string): ReportText {
  const lines = valueAt(data, 'lines');
  const count = Number.isSafeInteger(lines) ? Number(lines) : undefined;
  const length = count === undefined ? '' : ` and has ${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`;
  return {
    headline: 'A report is ready',
    sentences: [`It is done${length}.`],
    advice: `Download it in the console, or with a token${until && `, until ${until}`}.`,
  };
}

function failedText(data: unknown): ReportText {
  return {
    headline: 'A report could not be made',
    sentences: present([shownName(valueAt(data, 'failure', 'message'), 160) || 'The report was not made.']),
    advice: 'Look at the reason in the console, and ask for the report again.',
  };
}
