import { healthChange } from '../../domain/notifications/offer-health.ts';
import {
  type HealthChange,
  writeHealthChanges,
  writeHealthItem,
} from '../../wire/notifications/events/health-change.ts';
import type { MarketEvent } from './market-event.ts';
import type { Occasion } from './occasion.ts';
import type { ItemNotes, NotedOffer, TransactionNotes } from './transaction-notes.ts';

/** Sellers in one event. An item can have thousands. */
const MAX_SELLERS = 200;

/** Offers that are told to one seller at once. `GET listings` has the others. */
const MAX_OFFERS = 100;

/** The offers of one seller on an item whose health changed. */
type SellerFlips = { sellerId: string; isOwner: boolean; flips: HealthChange[] };

/**
 * PRICING_HEALTH: offers on sale of these receivers that became unhealthy or recovered. `isTold` says whether a state is told that changed without
 * its record; a changed record is told unless it is quiet.
 */
export function healthEvents(
  notes: TransactionNotes,
  occasion: Occasion,
  receivers: ReadonlySet<string>,
  isTold: (itemKey: string) => boolean,
): MarketEvent[] {
  const events: MarketEvent[] = [];
  for (const [itemKey, ofItem] of notes.items) {
    const [marketplaceId = '', itemId = ''] = itemKey.split('\n');
    const [areChangesTold, areTurnsTold] = [!occasion.isQuiet(marketplaceId), isTold(itemKey)];
    const sellers = flipsBySeller(
      ofItem,
      ({ sellerId, isChanged }) => (isChanged ? areChangesTold : areTurnsTold) && receivers.has(sellerId),
    );
    for (let start = 0; start < sellers.length; start += MAX_SELLERS) {
      events.push(eventOf({ marketplaceId, itemId }, sellers.slice(start, start + MAX_SELLERS), occasion));
    }
  }
  return events;
}

function flipsBySeller({ offers }: ItemNotes, isTold: (noted: NotedOffer) => boolean): SellerFlips[] {
  const sellers = new Map<string, SellerFlips>();
  for (const noted of offers.values()) {
    const health = healthChange(noted.stateBefore, noted.after);
    const { judged, sellerId, isChanged } = noted;
    if (health === undefined || judged === undefined || !isTold(noted)) continue;
    const known = sellers.get(sellerId) ?? { sellerId, isOwner: false, flips: [] };
    sellers.set(sellerId, known);
    known.isOwner ||= isChanged;
    if (known.flips.length === MAX_OFFERS) continue;
    const { offer, seller, columns } = judged.offer;
    const { landed_minor: landedMinor, failing_gates: failing } = columns;
    known.flips.push({ health, judged: { offer, seller, item: judged.item, landedMinor, failing, now: judged.atMs } });
  }
  return [...sellers.values()];
}

function eventOf(
  { marketplaceId, itemId }: { marketplaceId: string; itemId: string },
  sellers: readonly SellerFlips[],
  { lane, requestId, sellerId: changedId }: Occasion,
): MarketEvent {
  const owners = sellers.filter(({ isOwner, sellerId }) => isOwner || sellerId === changedId);
  return {
    ...{ kind: 'PRICING_HEALTH', marketplaceId, itemId, condition: '', customer: 'Consumer', offerType: 'B2C' },
    atMs: Math.max(...sellers.flatMap(({ flips }) => flips.map(({ judged }) => judged.now))),
    lane,
    audience: 'named',
    named: sellers.map(({ sellerId }) => sellerId),
    owners: owners.map(({ sellerId }) => sellerId),
    facts: { parts: Object.fromEntries(sellers.map(({ sellerId, flips }) => [sellerId, writeHealthChanges(flips)])) },
    itemPart: writeHealthItem(itemId, requestId),
  };
}
