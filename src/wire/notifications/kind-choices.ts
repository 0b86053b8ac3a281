import type { Destination } from '../../domain/notifications/destination.ts';
import { Type } from '../type.ts';
import { choiceShapes } from './destination-choices.ts';
import { FilterShape } from './event-filter.ts';
import { EventKindText } from './events/seller-event-shape.ts';

const KindChoiceShape = Type.Named(
  'KindChoice',
  'What counts for one kind of events in place of the choices of the destination.',
  {
    eventType: EventKindText,
    filter: Type.Optional(FilterShape),
    windowSeconds: choiceShapes.windowSeconds,
  },
);

export const KindChoicesShape = Type.Optional.Array(
  KindChoiceShape,
  'What subscriptions have set for single kinds (`/notifications/v4/subscriptions`). Absent when there is nothing.',
);

export function writeKindChoices({ byKind }: Pick<Destination, 'byKind'>): object {
  if (byKind === undefined) return {};
  return { choicesByKind: Object.entries(byKind).map(([eventType, choice]) => ({ eventType, ...choice })) };
}
