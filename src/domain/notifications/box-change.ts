import type { BoxChangeWord, BoxFacts } from './market-event.ts';

/** What happened to a buy box, as a seller sees it (decision 42). The first of these cases that applies. */
export function boxChangeFor({ before, after }: BoxFacts, sellerId: string): BoxChangeWord {
  const previousId = before?.sellerId;
  const presentId = after?.holder.sellerId;
  if (previousId === sellerId && presentId !== sellerId) return 'LOST';
  if (presentId === sellerId && previousId !== sellerId) return 'WON';
  if (presentId === undefined) return 'NONE';
  return presentId === previousId ? 'PRICE' : 'HOLDER';
}
