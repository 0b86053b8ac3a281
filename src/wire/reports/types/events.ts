import { EVENT_KINDS } from '../../../domain/notifications/notification.ts';
import { noNul } from '../../pricing/query.ts';
import { Type } from '../../type.ts';
import { integerColumn, jsonColumn, textColumn, timeColumn } from '../columns.ts';
import type { ReportDescription } from '../report-description.ts';
import { type TimeRangeParameters, timeRangeFields, timeRangeProblem } from '../time-range.ts';

const EventsParameters = Type.Named('EventsReportParameters', 'Which events. All that are kept when absent.', {
  eventTypes: Type.Optional.Array(Type.Enum(EVENT_KINDS), {
    minItems: 1,
    maxItems: EVENT_KINDS.length,
    description: 'Only events of these kinds.',
    examples: [['BUY_BOX_CHANGED']],
  }),
  query: Type.Optional.String({
    minLength: 1,
    maxLength: 256,
    ...noNul,
    description: "Only events that name one of the caller's SKUs which contains this text, in any case.",
  }),
  after: Type.Optional.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Only events after this sequence.',
  }),
  ...timeRangeFields('events that happened', 'from the oldest one that is kept'),
});

export const eventsReport: ReportDescription = {
  name: 'EVENTS',
  summary: "The seller's events in the order of their sequence.",
  right: 'seller-api:notifications:read',
  parameters: EventsParameters,
  problemOf: (parameters) => timeRangeProblem(parameters as TimeRangeParameters),
  key: ['sequence'],
  columns: [
    integerColumn('sequence', 'The number of the event: per seller, rising by 1. In the event itself it is a text.'),
    textColumn('id', 'The notification id, the same in every delivery.'),
    textColumn('type', 'The kind of the event.'),
    textColumn('subject', 'The item, when the event is about one.'),
    timeColumn('time', 'When it happened.'),
    textColumn('marketplaceId', 'The marketplace of the item.'),
    integerColumn('revision', 'Rises with every change of the item.'),
    jsonColumn('data', 'What happened: the `data` of the event.'),
  ],
};
