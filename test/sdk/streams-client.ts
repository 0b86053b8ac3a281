import { type ClientOptions, createClient, type SellerClient } from '../../sdk/src/create-client.ts';

/** A client that sends this access token. */
export function clientOf(baseUrl: string, token: string, options: Partial<ClientOptions> = {}): SellerClient {
  const authorized: typeof fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
  return createClient({ baseUrl, fetch: authorized, ...options });
}
