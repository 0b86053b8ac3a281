import type { AdapterPayload } from 'oidc-provider';
import { consoleCallback, EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import { SELLER_RIGHTS } from '../domain/authorization/rights.ts';

/**
 * The client of the seller console, as the library reads it. It is in no table: it cannot be removed, and its redirect URI is
 * that of the console also after `PUBLIC_URL` has changed. Without `refresh_token` the library drops `offline_access`.
 */
export function consoleClient(consoleUrl: string): AdapterPayload {
  return {
    client_id: EMBEDDED_CONSOLE_CLIENT,
    client_name: CONSOLE_NAME,
    redirect_uris: [consoleCallback(consoleUrl)],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'web',
    scope: SELLER_RIGHTS.join(' '),
  };
}

export const CONSOLE_NAME = 'Seller console';
