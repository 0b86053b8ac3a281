/** `STORE_US-offer.jsonl.gz`. Sellers are those of all marketplaces, whichever the reader stands at. */
export function fileName(marketplaceId: string, kind: string): string {
  if (kind === 'seller') return 'sellers.jsonl.gz';
  return `${[marketplaceId.replaceAll(/[^\w-]/g, '_'), kind].filter(Boolean).join('-')}.jsonl.gz`;
}
