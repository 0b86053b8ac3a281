import { attemptCause, type Outcome, statusOutcome } from '../../domain/notifications/delivery-outcome.ts';
import type { SeenDelivery, SeenEvent, Trace } from '../../domain/notifications/oversight.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { noNul } from '../pricing/query.ts';
import { Type } from '../type.ts';
import { OperatorDelivery, operatorDeliveryExample, writeOperatorDelivery } from './operator-deliveries.ts';
import {
  OperatorDestinationShape,
  OutcomeShape,
  outcomeExample,
  writeOperatorDestination,
} from './operator-destinations.ts';
import { OperatorEvent, operatorEventExample, writeOperatorEvent } from './operator-events.ts';

const STEPS = ['CHANGE', 'EVENT', 'DESTINATION', 'QUEUED', 'ATTEMPT', 'OUTCOME'];

const StepShape = Type.Named('TraceStep', 'One step from the cause to the receiver.', {
  step: openSet(STEPS, 'What kind of step; an open set.'),
  time: Type.Optional.Time('When.'),
  channelId: Type.Optional.String('The destination that it is about.'),
  text: Type.String('What happened.'),
});

export const TraceShape = Type.Named(
  'NotificationTrace',
  'What an id stands for, and what became of it.',
  {
    of: openSet(['DELIVERY', 'EVENT', 'TEST', 'DESTINATION'], 'What the id is of; an open set.'),
    sellerId: Type.String('The seller.'),
    outcome: Type.Optional(OutcomeShape),
    steps: Type.Array(StepShape, 'From the change of the market to the receiver, of each destination in turn.'),
    event: Type.Optional(OperatorEvent),
    deliveries: Type.Array(OperatorDelivery, 'The delivery, or those of the test. Those of an event are in it.'),
    destination: Type.Optional(OperatorDestinationShape),
  },
  {
    examples: [
      {
        ...{ of: 'DELIVERY', sellerId: 'A1DEMOSELLER', outcome: outcomeExample },
        steps: [
          {
            step: 'CHANGE',
            time: operatorEventExample.time,
            text: 'BUY_BOX_CHANGED about item B0EARBUDS in STORE_US, revision 512.',
          },
          {
            step: 'EVENT',
            time: operatorEventExample.queuedTime,
            text: 'It became event 31 of the seller, for its destinations.',
          },
        ],
        event: operatorEventExample,
        deliveries: [operatorDeliveryExample],
      },
    ],
  },
);

export const TraceQuery = Type.Object({
  id: Type.String({
    ...{ minLength: 1, maxLength: 256, ...noNul, examples: ['dlv_019a8541c4000000001f77cc88dd99ee00'] },
    description: 'The id of a delivery, of an event (or test), or of a destination.',
  }),
  sellerId: Type.Optional.String({
    ...{ minLength: 1, maxLength: 256, ...noNul },
    description: 'Its seller. Needed only for an event that no destination took: nothing else leads to it.',
  }),
});

type Step = { step: string; time?: string; channelId?: string; text: string };

export function writeTrace(trace: Trace) {
  switch (trace.of) {
    case 'DESTINATION': {
      const { destination } = trace;
      const stopped = statusOutcome(destination);
      const written = writeOperatorDestination(destination);
      return {
        of: trace.of,
        sellerId: destination.sellerId,
        ...(stopped && { outcome: stopped }),
        steps: [],
        deliveries: [],
        destination: written,
      };
    }
    case 'EVENT':
      return {
        of: trace.of,
        sellerId: trace.event.sellerId,
        steps: eventSteps(trace.event),
        event: writeOperatorEvent(trace.event),
        deliveries: [],
      };
    case 'TEST': {
      const { sellerId, deliveries } = trace;
      return {
        of: trace.of,
        sellerId,
        steps: deliveries.flatMap(deliverySteps),
        deliveries: deliveries.map(writeOperatorDelivery),
      };
    }
    case 'DELIVERY': {
      const { delivery, event } = trace;
      const { sellerId } = delivery.destination;
      return {
        ...{ of: trace.of, sellerId, outcome: delivery.outcome },
        steps: event ? [...causeSteps(event), ...deliverySteps(delivery)] : deliverySteps(delivery),
        ...(event && { event: writeOperatorEvent(event) }),
        deliveries: [writeOperatorDelivery(delivery)],
      };
    }
  }
}

function causeSteps({ kind, item, revision, atMs, queuedMs, sequence, fates }: SeenEvent): Step[] {
  const about = item ? ` about item ${item.itemId} in ${item.marketplaceId}, revision ${revision ?? 0}` : '';
  const many = fates.length === 0 ? 'The seller had no destination.' : 'for its destinations.';
  return [
    { step: 'CHANGE', time: writeTime(atMs), text: `${kind}${about}.` },
    {
      step: 'EVENT',
      time: writeTime(queuedMs),
      text: `It became event ${sequence} of the seller${fates.length === 0 ? '. ' : ', '}${many}`,
    },
  ];
}

function eventSteps(event: SeenEvent): Step[] {
  const ofDestinations = event.fates.flatMap(({ destination, delivery, outcome }): Step[] =>
    delivery ? deliverySteps(delivery) : [outcomeStep(destination.destinationId, destination.name, outcome)],
  );
  return [...causeSteps(event), ...ofDestinations];
}

const outcomeStep = (channelId: string, name: string, { text }: Outcome): Step => ({
  step: 'OUTCOME',
  channelId,
  text: `${name}: ${text}`,
});

function deliverySteps(delivery: SeenDelivery): Step[] {
  const { destination, createdMs, attempted, attempts, outcome, settledMs, state } = delivery;
  const channelId = destination.destinationId;
  const queued: Step[] =
    state === 'FILTERED'
      ? []
      : [
          {
            step: 'QUEUED',
            time: writeTime(createdMs),
            channelId,
            text: `Queued for the destination ${destination.name}.`,
          },
        ];
  const tried = attempted.flatMap((attempt): Step[] => {
    const cause = attemptCause(attempt);
    if (cause === undefined || (state === 'SENDING' && attempt.number === attempts && attempt.durationMs === undefined))
      return [];
    const time = attempt.startedMs === undefined ? {} : { time: writeTime(attempt.startedMs) };
    return [{ step: 'ATTEMPT', ...time, channelId, text: `Attempt ${attempt.number}: ${cause}` }];
  });
  const last = outcomeStep(channelId, destination.name, outcome);
  return [...queued, ...tried, { ...last, ...(settledMs !== undefined && { time: writeTime(settledMs) }) }];
}
