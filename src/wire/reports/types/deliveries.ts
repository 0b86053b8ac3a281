import { DELIVERY_STATES } from '../../../domain/notifications/delivery.ts';
import { noNul } from '../../pricing/query.ts';
import { Type } from '../../type.ts';
import { booleanColumn, integerColumn, jsonColumn, textColumn, timeColumn } from '../columns.ts';
import type { ReportDescription } from '../report-description.ts';
import { type TimeRangeParameters, timeRangeFields, timeRangeProblem } from '../time-range.ts';

const DeliveriesParameters = Type.Named(
  'DeliveriesReportParameters',
  'Which deliveries. All that are kept when absent.',
  {
    channelId: Type.Optional.String({
      minLength: 1,
      maxLength: 256,
      ...noNul,
      description: 'Only deliveries to this destination of the caller.',
    }),
    id: Type.Optional.String({
      minLength: 1,
      maxLength: 256,
      ...noNul,
      description: 'Only the delivery with this id, and those of the notification with this id.',
    }),
    state: Type.Optional.Enum(DELIVERY_STATES, { description: 'Only deliveries in this state.', examples: ['DEAD'] }),
    ...timeRangeFields('deliveries that were queued', 'from the oldest one that is kept'),
  },
);

export const deliveriesReport: ReportDescription = {
  name: 'DELIVERIES',
  summary: "The log of deliveries to the caller's destinations.",
  right: 'seller-api:notifications:read',
  parameters: DeliveriesParameters,
  problemOf: (parameters) => timeRangeProblem(parameters as TimeRangeParameters),
  key: ['channelId', 'createdTime', 'deliveryId'],
  columns: [
    textColumn('channelId', 'The destination.'),
    timeColumn('createdTime', 'When the delivery was queued.'),
    textColumn('deliveryId', 'Its identifier.'),
    textColumn('notificationId', 'The id of the event: the same in every delivery of it.'),
    textColumn('eventType', 'The kind of the event.'),
    booleanColumn('isTest', 'Whether it is a test notification.'),
    textColumn(
      'state',
      'What became of it: PENDING, SENDING, DELIVERED, STORED, DEAD, EXPIRED, CANCELED, SUPERSEDED or FILTERED.',
    ),
    textColumn('heldBy', 'While it is PENDING: why it waits.'),
    textColumn('supersededBy', 'The notification that replaced it.'),
    textColumn('filteredBy', 'The key of the filter that kept it back.'),
    integerColumn('attemptCount', 'How many attempts were started.'),
    integerColumn('lastAttempt.number', 'The number of the last attempt.'),
    textColumn('lastAttempt.outcome', 'DELIVERED, STORED, FAILED, IN_PROGRESS or UNKNOWN.'),
    timeColumn('lastAttempt.startedTime', 'When it was started.'),
    integerColumn('lastAttempt.durationMs', 'How long it took.'),
    integerColumn('lastAttempt.code', "The receiver's code: an HTTP status, an SMTP reply."),
    textColumn('lastAttempt.error', 'What went wrong.'),
    textColumn('marketplaceId', 'The marketplace of the item.'),
    textColumn('storeItemId', 'The item that the event is about.'),
    integerColumn('revision', 'The revision of the item that the event has.'),
    jsonColumn('skus', "The first of the caller's SKUs that the event names."),
    timeColumn('nextAttemptTime', 'While it is PENDING: the earliest time of the next attempt.'),
    timeColumn('settledTime', 'When it reached a final state.'),
    timeColumn('expiresTime', 'When it expires.'),
  ],
};
