import { createOperatorClient } from 'marketplace-seller-sdk/operator';
import { apiUrl } from '../api-url.ts';
import { session } from '../current-session.ts';

/** The public API, with the token of the person who is signed in. A person waits for the answer, so it gives up sooner than a program would. */
export const client = createOperatorClient({
  baseUrl: apiUrl,
  credentials: (request) => session.token(request),
  maxAttempts: 3,
  deadlineMs: 15_000,
});
