import type { Callers } from './callers.ts';

export const MARKETPLACE = 'STORE_US';

export const bearer = ({ tokens }: Callers, sellerId: string) => ({ authorization: `Bearer ${tokens.get(sellerId)}` });
export const json = (market: Callers, sellerId: string) => ({
  ...bearer(market, sellerId),
  'content-type': 'application/json',
});
