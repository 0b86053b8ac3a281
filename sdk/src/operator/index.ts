export { ApiError, type ErrorEntry } from '../api-error.ts';
export type { Credentials, SellerCredentials as ClientCredentials, TokenFunction } from '../credentials.ts';
export type { PageOptions, Pages } from '../loops/pages.ts';
export type { OnRetry } from '../loops/persist.ts';
export type { CallOptions, ResultByStatus } from '../operation-client.ts';
export { type ClientOptions, createOperatorClient, type OperatorClient } from './create-operator-client.ts';
export type * from './generated/types.gen.ts';
export type { OnPriceChangeGap, PriceChangeFeedOptions, PriceChangeGap } from './price-change-feed.ts';
