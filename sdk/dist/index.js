export { ApiError } from './api-error.js';
export { createClient } from './create-client.js';
export { authorizationUrl, exchangeCode, } from './tokens/authorization.js';
export { memoryTokenStore } from './tokens/memory-token-store.js';
export { verifyWebhook, } from './webhooks/verify-webhook.js';
export { WebhookError } from './webhooks/webhook-error.js';
