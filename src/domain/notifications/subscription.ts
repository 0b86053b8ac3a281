import { type Destination, defaultKinds, isForPeople } from './destination.ts';
import type { EventFilter } from './event-filter.ts';
import type { KindChoice, KindChoices, WindowSeconds } from './kind-choice.ts';
import { BOX_CHANGES } from './market-event.ts';
import { EVENT_KINDS, type EventKind } from './notification.ts';

/** The kinds that can be subscribed to. A test is sent when somebody asks for one, to whichever destination. */
export const SUBSCRIBED_KINDS: readonly EventKind[] = EVENT_KINDS.filter((kind) => kind !== 'TEST_NOTIFICATION');

/** A destination as far as subscriptions look at it. */
export type Subscribing = Pick<Destination, 'type' | 'eventTypes' | 'filter' | 'windowSeconds' | 'byKind'>;

/** An event kind of a destination (decision 58), with the filter and the window that count for it. */
export type Subscription = {
  readonly destinationId: string;
  readonly kind: EventKind;
  readonly filter: EventFilter | undefined;
  readonly windowSeconds: WindowSeconds;
};

/** Made of both: nothing else is stored. No kind has a dot. */
export const subscriptionIdOf = ({ destinationId, kind }: Pick<Subscription, 'destinationId' | 'kind'>): string =>
  `${destinationId}.${kind}`;

/** The destination that an id of a subscription to this kind names; undefined when it is not such an id. */
export function destinationIdIn(subscriptionId: string, kind: EventKind): string | undefined {
  const end = `.${kind}`;
  return subscriptionId.endsWith(end) ? subscriptionId.slice(0, -end.length) : undefined;
}

type Taking = Pick<Destination, 'type'> & { eventTypes?: readonly EventKind[] | undefined };

/** The kinds that a destination gets. */
export const kindsOf = ({ type, eventTypes }: Taking): readonly EventKind[] => eventTypes ?? defaultKinds(type);

/** Undefined when the destination does not get the kind. */
export function subscriptionTo(
  destination: Subscribing & Pick<Destination, 'destinationId'>,
  kind: EventKind,
): Subscription | undefined {
  if (!kindsOf(destination).includes(kind)) return undefined;
  const { destinationId, byKind, windowSeconds } = destination;
  const filter = filterFor(destination, kind);
  return { destinationId, kind, filter, windowSeconds: byKind?.[kind]?.windowSeconds ?? windowSeconds };
}

/** By default people get only the events that they lost the buy box (decision 42), which a filter says, too. */
function filterFor({ type, eventTypes, filter, byKind }: Subscribing, kind: EventKind): EventFilter | undefined {
  const own = byKind?.[kind]?.filter;
  if (own) return own;
  const isLostOnly = eventTypes === undefined && isForPeople(type) && kind === 'BUY_BOX_CHANGED';
  if (!isLostOnly) return filter;
  const others = (filter?.changes ?? []).filter((word) => !isBoxChange(word));
  return { ...filter, changes: ['LOST', ...others] };
}

const isBoxChange = (word: string) => BOX_CHANGES.some((one) => one === word);

/** Whether a filter keeps back every loss of the buy box: it names other changes of it. */
const hasNoLoss = ({ changes = [] }: EventFilter) => changes.some(isBoxChange) && !changes.includes('LOST');

/** A destination after a change of its subscriptions. `isFixed`: it had the default kinds, and has a list of its own now. */
export type Resubscribed<D> = { readonly destination: D; readonly isFixed: boolean };

/**
 * The destination with a subscription that is as `choice` says. To people a filter for BUY_BOX_CHANGED counts only in a list: the
 * default is the losses, whatever the filter.
 */
export function subscribed<D extends Subscribing>(
  destination: D,
  kind: EventKind,
  choice: KindChoice,
): Resubscribed<D> {
  const isOfPeople = kind === 'BUY_BOX_CHANGED' && isForPeople(destination.type) && choice.filter !== undefined;
  const isTaken = kindsOf(destination).includes(kind);
  const isFixed = destination.eventTypes === undefined && (isOfPeople || !isTaken);
  const before = isFixed ? withFixedKinds(destination) : destination;
  const listed = before.eventTypes && { eventTypes: inOrder([...before.eventTypes, kind]) };
  return { destination: { ...before, ...listed, byKind: { ...before.byKind, [kind]: choice } }, isFixed };
}

/** Undefined when there is no such subscription. */
export function unsubscribed<D extends Subscribing>(destination: D, kind: EventKind): Resubscribed<D> | undefined {
  if (!kindsOf(destination).includes(kind)) return undefined;
  const isFixed = destination.eventTypes === undefined;
  const before = isFixed ? withFixedKinds(destination) : destination;
  const eventTypes = kindsOf(before).filter((one) => one !== kind);
  return { destination: { ...before, eventTypes }, isFixed };
}

/** The same events as by default, from a list. */
function withFixedKinds<D extends Subscribing>(destination: D): D {
  const kinds = defaultKinds(destination.type).filter((kind) => kind !== 'TEST_NOTIFICATION');
  if (!isForPeople(destination.type)) return { ...destination, eventTypes: kinds };
  if (destination.filter && hasNoLoss(destination.filter))
    return { ...destination, eventTypes: kinds.filter((kind) => kind !== 'BUY_BOX_CHANGED') };
  const filter = filterFor(destination, 'BUY_BOX_CHANGED') as EventFilter;
  const byKind = { ...destination.byKind, BUY_BOX_CHANGED: { ...destination.byKind?.BUY_BOX_CHANGED, filter } };
  return { ...destination, eventTypes: kinds, byKind };
}

const inOrder = (kinds: readonly EventKind[]): EventKind[] => EVENT_KINDS.filter((kind) => kinds.includes(kind));

/** The choices that still count: those of kinds that the destination gets, and that say something. Undefined: there are none. */
export function countingChoices({
  type,
  eventTypes,
  byKind = {},
}: Taking & { byKind?: KindChoices | undefined }): KindChoices | undefined {
  const kinds = kindsOf({ type, eventTypes });
  const isLostOnly = eventTypes === undefined && isForPeople(type);
  const left = EVENT_KINDS.flatMap((kind) => {
    const { filter, windowSeconds } = (kinds.includes(kind) && byKind[kind]) || {};
    const isFiltered = filter !== undefined && !(isLostOnly && kind === 'BUY_BOX_CHANGED');
    const choice = { ...(isFiltered && { filter }), ...(windowSeconds !== undefined && { windowSeconds }) };
    return Object.keys(choice).length === 0 ? [] : [[kind, choice] as const];
  });
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
