import { createClient } from 'marketplace-seller-sdk';
import { apiUrl } from './api-url.ts';
import { fetchOrBegun } from './begun-calls.ts';
import { recordingCalls } from './calls.ts';
import { session } from './current-session.ts';
import { place } from './router.ts';

/** The public API, as every solution provider uses it. A seller waits for the answer, so it gives up sooner than a program would. */
export const shellClient = createClient({
  baseUrl: apiUrl,
  credentials: (request) => session.token(request),
  maxAttempts: 3,
  deadlineMs: 15_000,
  fetch: fetchOrBegun,
});

/** The same for pages: the developer page shows the calls that it makes. */
export const client = recordingCalls(shellClient, () => place.peek().path);
