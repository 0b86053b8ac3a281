export { ApiError, type ErrorEntry } from './api-error.ts';
export { type ClientOptions, createClient, type SellerClient } from './create-client.ts';
export type {
  Credentials,
  DelegatedGrant,
  SellerCredentials,
  StoredTokens,
  TokenFunction,
  TokenStore,
} from './credentials.ts';
export type * from './generated/types.gen.ts';
export type { CallOptions, ResultByStatus } from './operation-client.ts';
