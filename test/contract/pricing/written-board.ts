import type { Item } from '../../../src/domain/market/item.ts';
import type { Offer } from '../../../src/domain/market/offer.ts';
import { boardOf, inputsOf } from '../../../src/domain/pricing/board.ts';
import type { BoardView } from '../../../src/domain/pricing/board-view.ts';
import type { MarketOffer } from '../../../src/domain/pricing/offers.ts';
import type { ShownOffer } from '../../../src/domain/pricing/shelf-offer.ts';
import type { CustomerType } from '../../../src/domain/vocabulary.ts';
import { viewDigests } from '../../../src/market/decisions/board-texts.ts';
import { type ViewPieces, writeShelfElement, writeView } from '../../../src/wire/pricing/board.ts';

type WrittenView = ViewPieces & { shelves: Record<string, string> };

/** The texts that a rebuild stores for an item with these offers, and the board that they are written from. */
export function writtenBoard(item: Item, offers: readonly MarketOffer[], now: number) {
  const board = boardOf(item, inputsOf(item, offers, now));
  const marketOffer = (offer: Offer) => offers.find((one) => one.offer === offer) as MarketOffer;
  const written = (view: BoardView<ShownOffer<Offer>>, customer: CustomerType): WrittenView => {
    const shelf = { customer, currency: item.currency, nowMs: now };
    const shelves = Object.entries(view.shelves).map(([condition, list]) => {
      const texts = list.map((shown) => writeShelfElement(marketOffer(shown.seen.offer), shown, shelf));
      return [condition, `[${texts.join(',')}]`];
    });
    return { ...writeView(item, view), shelves: Object.fromEntries(shelves) };
  };
  const consumer = written(board.consumer, 'Consumer');
  const pieces: { consumer: WrittenView; business?: WrittenView } = { consumer };
  const digests = (view: BoardView<unknown>, { shelves }: WrittenView) =>
    viewDigests(item, view, (condition) => shelves[condition]);
  board.decision.digests = { consumer: digests(board.consumer, consumer) };
  if (board.business) {
    pieces.business = written(board.business, 'Business');
    board.decision.digests.business = digests(board.business, pieces.business);
  }
  return { board, pieces };
}
