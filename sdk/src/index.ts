export { ApiError, type ErrorEntry } from './api-error.ts';
export {
  type AuthorizationOptions,
  authorizationUrl,
  type CodeExchange,
  exchangeCode,
  type StartedAuthorization,
} from './authorization.ts';
export { type ClientOptions, createClient, type SellerClient } from './create-client.ts';
export type {
  Credentials,
  DelegatedGrant,
  SellerCredentials,
  StoredTokens,
  TokenFunction,
  TokenStore,
} from './credentials.ts';
export type { EventGap, EventsOptions, OnGap } from './events.ts';
export type * from './generated/types.gen.ts';
export type { PulledMessage } from './held-messages.ts';
export { memoryTokenStore } from './memory-token-store.ts';
export type { MessagesOptions } from './messages.ts';
export type { CallOptions, ResultByStatus } from './operation-client.ts';
export type { PageOptions, Pages } from './pages.ts';
export type { KnownEvent, ListedEvent } from './seller-event.ts';
export { verifyWebhook, type WebhookBody, type WebhookHeaders, type WebhookOptions } from './verify-webhook.ts';
export { WebhookError, type WebhookErrorCode } from './webhook-error.ts';
