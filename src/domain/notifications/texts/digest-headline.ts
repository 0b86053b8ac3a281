import { valueAt } from '../event-payload.ts';
import type { CloudEvent, EventKind } from '../notification.ts';
import type { EventSummary } from './summary-parts.ts';

/** The headline of several events of one kind: how many of what, and what of it matters. */
export function digestHeadline(
  kind: EventKind,
  summaries: readonly EventSummary[],
  events: readonly Pick<CloudEvent, 'subject' | 'data'>[],
): string {
  // Two items may have one title.
  const items = new Set(summaries.map(({ about }, n) => `${events[n]?.subject} ${about}`)).size;
  const on = items === 1 ? (summaries[0]?.about ?? '') : `${items} items`;
  const words = new Map<string, number>();
  for (const { word } of summaries) words.set(word, (words.get(word) ?? 0) + 1);
  const boxes = new Set(events.map(({ data }) => `${valueAt(data, 'CustomerType')} ${valueAt(data, 'offerType')}`))
    .size;
  return headlines[kind]({ count: summaries.length, items, boxes, on, words });
}

/** Whether the headline of a digest has this name: all its events are about it. */
export const isNamedIn = (headline: string, about: string): boolean =>
  headline.endsWith(`: ${about}`) || headline.includes(` of ${about}: `);

type Counted = { count: number; items: number; boxes: number; on: string; words: ReadonlyMap<string, number> };

const headlines: Readonly<Record<EventKind, (counted: Counted) => string>> = {
  TEST_NOTIFICATION: ({ count }) => `${count} test notifications`,
  ANY_OFFER_CHANGED: ({ count, items, on }) =>
    items === 1 ? `The offers changed ${count} times: ${on}` : `The offers on ${on} changed`,
  BUY_BOX_CHANGED: ({ count, items, boxes, on, words }) => {
    const [only] = words.keys();
    if (words.size === 1 && (only === 'LOST' || only === 'WON')) {
      const you = `You ${only.toLowerCase()}`;
      if (items > 1) return `${you} the buy box on ${on}`;
      // One item has up to three boxes: one price may take them all at once.
      return boxes === count ? `${you} ${count} buy boxes: ${on}` : `${you} the buy box ${count} times: ${on}`;
    }
    const others = count - (words.get('LOST') ?? 0) - (words.get('WON') ?? 0);
    const parts = [...counted(words, 'LOST', 'lost'), ...counted(words, 'WON', 'won')];
    if (parts.length === 0) return `The buy box changed ${count} times: ${on}`;
    const rest = others === 0 ? [] : [others === 1 ? '1 other change' : `${others} other changes`];
    return `The buy box of ${on}: ${[...parts, ...rest].join(', ')}`;
  },
  PRICING_HEALTH: ({ count, items, on, words }) => {
    const sick = words.get('UNHEALTHY') ?? 0;
    if (sick === count && items > 1) return `Your offers on ${on} are not eligible for the buy box`;
    if (sick === 0 && items > 1) return `Your offers on ${on} are eligible for the buy box again`;
    const parts = [...counted(words, 'UNHEALTHY', 'not eligible'), ...counted(words, 'RECOVERED', 'eligible again')];
    return `Pricing health of ${on}: ${parts.join(', ')}`;
  },
  PRICE_CHANGED: ({ count, items, on, words }) => {
    if (words.has('CROSSED')) return `Prices of yours cross your limits: ${words.get('CROSSED')} of ${count} changes`;
    return items === 1 ? `The terms of your offers changed ${count} times: ${on}` : `Your terms on ${on} changed`;
  },
  FEE_PROMOTION: ({ count, words }) => {
    const [only] = words.keys();
    if (words.size === 1 && only === 'BEGINS') return `${count} promotions lower your fees`;
    return words.size === 1 && only === 'ENDS'
      ? `${count} fee promotions have ended`
      : `${count} fee promotions have changed`;
  },
  FEE_CHANGED: ({ count }) => `Your fees will change: ${count} announcements`,
  DESTINATION_SUSPENDED: ({ count }) => `${count} problems with your notifications`,
  CREDENTIAL_EXPIRING: ({ count }) => `${count} secrets or accesses of applications will end`,
  REPORT_READY: ({ count, words }) => {
    const failed = words.get('FATAL') ?? 0;
    if (failed === 0) return `${count} reports are ready`;
    return failed === count ? `${count} reports could not be made` : `${count} reports: ${failed} could not be made`;
  },
};

function counted(words: ReadonlyMap<string, number>, word: string, text: string): string[] {
  const count = words.get(word) ?? 0;
  return count === 0 ? [] : [`${count} ${text}`];
}
