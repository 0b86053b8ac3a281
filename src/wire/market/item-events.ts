import { writeTime } from '../../domain/time.ts';
import { MarketplaceIdShape } from '../marketplace-id.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';

export const DEFAULT_ITEM_EVENTS = 10;
export const DEFAULT_RECEIVERS = 50;
/** Receivers that are listed with each event: the others have pages of their own. */
export const MAX_FIRST_RECEIVERS = 10;

const paged = (maximum: number, usual: number) => ({
  MarketplaceId: MarketplaceIdShape,
  limit: Type.Optional.Integer({
    ...{ minimum: 1, maximum, default: usual },
    description: 'The maximum number of elements.',
  }),
  nextToken: Type.Optional.String({ maxLength: 2_048, description: 'Where the last page ended.' }),
});

export const ItemEventsQuery = Type.Object(paged(50, DEFAULT_ITEM_EVENTS));
export const EventReceiversQuery = Type.Object(paged(200, DEFAULT_RECEIVERS));

const ReceiverShape = Type.Named('EventReceiver', 'A seller that was told of the event.', {
  sellerId: Type.String('The seller.'),
  sellerName: Type.Optional.String("Its name. Absent: the operator's record has none."),
  sequence: Type.Integer("The number of the event in the seller's sequence."),
  notificationId: Type.String('The id of the event and of its deliveries.'),
  kind: openSet([], { title: 'ReceivedEventKind', description: 'The kind of the event; an open set.' }),
  application: Type.Optional.String(
    'The one application of others that may see it beside the seller. Absent: every destination of the seller.',
  ),
});

const EventShape = Type.Named('OperatorItemEvent', 'An event about the item.', {
  revision: Type.Integer('The revision of the item that the event tells.'),
  time: Type.Time('When it happened.'),
  kind: Type.Optional.String('Its kind. Absent: nobody was told, or their events are not kept any more.'),
  data: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'What all receivers were told, without the list of offers: members of the `data` of the event.',
    },
  ),
  receivers: Type.Array(
    ReceiverShape,
    `The first ${MAX_FIRST_RECEIVERS} sellers that were told, in the order of their ids.`,
  ),
  hasMoreReceivers: Type.Boolean('Whether there may be more: the operation getItemEventReceivers has all.'),
});

const exampleReceiver = {
  ...{ sellerId: 'A1DEMOSELLER', sellerName: 'Demo Seller', sequence: 12 },
  notificationId: 'ntf_019a8541c400aa55bb66cc77dd88ee99ff02',
  kind: 'BUY_BOX_CHANGED',
};

export const ItemEventsAnswer = Type.Named(
  'OperatorItemEvents',
  'A page of the events about an item.',
  {
    events: Type.Array(EventShape, 'The newest first. They are kept as long as those of sellers.'),
    waiting: Type.Integer(
      'How many events about the item are not addressed to sellers yet; 100 means at least so many.',
    ),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  {
    examples: [
      {
        events: [
          {
            ...{ revision: 7, time: '2026-11-18T10:32:07.000Z', kind: 'BUY_BOX_CHANGED' },
            data: { ItemCondition: 'New', CustomerType: 'Consumer', offerType: 'B2C' },
            ...{ receivers: [exampleReceiver], hasMoreReceivers: false },
          },
        ],
        waiting: 0,
      },
    ],
  },
);

export const EventReceiversAnswer = Type.Named(
  'ItemEventReceivers',
  'A page of the sellers that were told of an event.',
  {
    receivers: Type.Array(ReceiverShape, 'In the order of their ids. A page can be short, or empty, before the last.'),
    nextToken: Type.Optional.String('There may be more: send it as nextToken to get the next page.'),
  },
  { examples: [{ receivers: [exampleReceiver] }] },
);

type Receiver = {
  readonly sellerId: string;
  readonly sequence: number;
  readonly notificationId: string;
  readonly kind: string;
  readonly application: string | null;
};

type Written = {
  readonly revision: number;
  readonly atMs: number;
  readonly itemPart: string;
  readonly receivers: readonly Receiver[];
  readonly hasMoreReceivers: boolean;
};

/** Names of sellers by their ids. */
type Names = ReadonlyMap<string, string>;

export function writeItemEvent(event: Written, names: Names): object {
  const { revision, atMs, itemPart, receivers, hasMoreReceivers } = event;
  // Up to 50 KB: the offers page has those of now.
  const { Offers: _offers, ...data } = JSON.parse(`{${itemPart}}`) as Record<string, unknown>;
  const [first] = receivers;
  return {
    ...{ revision, time: writeTime(atMs), ...(first && { kind: first.kind }), data },
    ...{ receivers: receivers.map((one) => writeReceiver(one, names)), hasMoreReceivers },
  };
}

export const writeReceiver = ({ application, sellerId, ...receiver }: Receiver, names: Names): object => ({
  sellerId,
  ...(names.has(sellerId) && { sellerName: names.get(sellerId) }),
  ...receiver,
  ...(application !== null && application !== '' && { application }),
});
