import { type ClientOptions, createClient, type SellerClient } from '../../sdk/src/create-client.ts';

/** A client that sends this access token. */
export const clientOf = (baseUrl: string, token: string, options: Partial<ClientOptions> = {}): SellerClient =>
  createClient({ baseUrl, credentials: () => token, ...options });
