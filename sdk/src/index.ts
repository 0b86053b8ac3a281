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
export type * from './generated/report-lines.gen.ts';
export type * from './generated/types.gen.ts';
export type { EventGap, EventsOptions, OnGap } from './loops/events.ts';
export type { PulledMessage } from './loops/held-messages.ts';
export type { MessagesOptions } from './loops/messages.ts';
export type { PageOptions, Pages } from './loops/pages.ts';
export type { OnRetry } from './loops/persist.ts';
export type { ReportLine, ReportOptions, ReportRun, WantedReport } from './loops/report-run.ts';
export type { CallOptions, ResultByStatus } from './operation-client.ts';
export type { KnownEvent, ListedEvent } from './seller-event.ts';
export {
  type AuthorizationOptions,
  authorizationUrl,
  type CodeExchange,
  exchangeCode,
  type StartedAuthorization,
} from './tokens/authorization.ts';
export { memoryTokenStore } from './tokens/memory-token-store.ts';
export {
  verifyWebhook,
  type WebhookBody,
  type WebhookHeaders,
  type WebhookOptions,
} from './webhooks/verify-webhook.ts';
export { WebhookError, type WebhookErrorCode } from './webhooks/webhook-error.ts';
