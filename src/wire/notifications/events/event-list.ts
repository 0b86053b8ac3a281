import { Type } from '../../type.ts';
import { SellerEvent } from './seller-event-shape.ts';

const MAX_EVENTS = 500;
export const DEFAULT_EVENTS = 100;

/** An event can have 15 KB and more: a page ends early rather than to be long. */
export const MAX_PAGE_BYTES = 512 * 1024;

const SEQUENCE = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

export const EventsQuery = Type.Object({
  after: Type.Optional.Integer({
    ...SEQUENCE,
    default: 0,
    description: 'Events after this sequence. 0: from the oldest one on.',
  }),
  limit: Type.Optional.Integer({
    ...{ minimum: 1, maximum: MAX_EVENTS, default: DEFAULT_EVENTS },
    description: 'The maximum number of events.',
  }),
});

const sequence = (description: string) => Type.Integer({ ...SEQUENCE, description });

export const EventsAnswer = Type.Named('Events', "A page of the seller's events.", {
  events: Type.Array(SellerEvent, {
    maxItems: MAX_EVENTS,
    description: `In the order of their sequences. A page has about ${MAX_PAGE_BYTES / 1024} KiB at most, so it may have fewer than limit.`,
  }),
  oldestSequence: sequence('The oldest event that is kept; latestSequence + 1 when none is.'),
  latestSequence: sequence('The last event of the seller; 0: there was none yet.'),
  truncated: Type.Boolean(
    'Whether events after `after` are not kept any more: read the pricing answers again, and go on from latestSequence.',
  ),
  hasMore: Type.Boolean('Whether there are more: ask for them at once.'),
  nextAfter: sequence('Send it as `after` with the next request.'),
});

/** The answer of a seller to whom nothing has happened yet. */
export const noEventsExample = {
  ...{ events: [], oldestSequence: 1, latestSequence: 0, truncated: false, hasMore: false, nextAfter: 0 },
};

/** A page as the store returns it: the events are JSON text already. */
type Page = {
  events: readonly { sequence: number; text: string }[];
  hasMore: boolean;
  oldestSequence: number;
  latestSequence: number;
};

/** Whether events between `after` and the oldest one are gone. */
export const isTruncated = ({ oldestSequence }: Pick<Page, 'oldestSequence'>, after: number) =>
  after + 1 < oldestSequence;

export function writeEvents(page: Page, after: number): string {
  const { events, hasMore, oldestSequence, latestSequence } = page;
  const truncated = isTruncated(page, after);
  const rest = { oldestSequence, latestSequence, truncated, hasMore, nextAfter: events.at(-1)?.sequence ?? after };
  return `{"events":[${events.map(({ text }) => text).join(',')}],${JSON.stringify(rest).slice(1)}`;
}
