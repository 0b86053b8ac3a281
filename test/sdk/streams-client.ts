import { type ClientOptions, createClient, type SellerClient } from '../../sdk/src/create-client.ts';

import { createOperatorClient, type OperatorClient } from '../../sdk/src/operator/create-operator-client.ts';

/** A client that sends this access token. */
export const clientOf = (baseUrl: string, token: string, options: Partial<ClientOptions> = {}): SellerClient =>
  createClient({ baseUrl, credentials: () => token, ...options });

/** The operator's client with this access token. */
export const operatorClientOf = (
  baseUrl: string,
  token: string,
  options: Partial<ClientOptions> = {},
): OperatorClient => createOperatorClient({ baseUrl, credentials: () => token, ...options });
