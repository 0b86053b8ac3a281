import { OFFLINE_ACCESS, SELLER_RIGHTS } from '../domain/authorization/rights.ts';

/** The id that the command line of the SDK uses unless it is told another one. */
export const COMMAND_LINE_CLIENT = 'seller-command-line';

const COMMAND_LINE_NAME = 'Command line';

/**
 * The metadata of the command line's client. It listens on a port that the system chooses, so its redirect URI is registered without
 * one. Only the provider and the operator's command make such a client: a registration cannot ask for `any_loopback_port`.
 */
export const commandLineMetadata: Record<string, unknown> = {
  client_name: COMMAND_LINE_NAME,
  redirect_uris: ['http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  application_type: 'native',
  scope: [...SELLER_RIGHTS, OFFLINE_ACCESS].join(' '),
  any_loopback_port: true,
};

/** The redirect URI as it is registered: without its port on the IPv4 loopback address (RFC 8252 7.3). Others stay as they are. */
export const withoutLoopbackPort = (uri: string): string =>
  uri.replace(/^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}\//, 'http://127.0.0.1/');
