import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { isForwarded, isLoopbackAddress, isRelayed } from '../../../domain/relay.ts';
import { isSentTwice } from '../../requests/repeated-header.ts';
import { invalidRequest, type OAuthError, oauthError } from './oauth-error.ts';

type ClientCredentials = {
  readonly parameters: ReadonlyMap<string, string>;
  readonly authorization: string | undefined;
};

/**
 * The address that the provider gets as the caller's. Behind a proxy that is not trusted, `ip` is the proxy's address. It may
 * be a loopback address, and the provider would take a remote caller for a local one, who may use the demo accounts.
 * `unknown` (RFC 7239 6.2) tells the provider that there is a proxy. The content of the untrusted header is not forwarded.
 */
export function forwardedAddress({ ip, ips, headers }: FastifyRequest): string {
  // Another host alone is no sign of a proxy where the service is reached under a name, from other machines.
  const isHidden = isLoopbackAddress(ip) ? isRelayed(headers) : isForwarded(headers);
  // `ips` has the sender and the trusted addresses of the header: with one entry, none was trusted.
  const isTrusted = ips !== undefined && ips.length > 1;
  return isHidden && !isTrusted ? `unknown, ${ip}` : ip;
}

/**
 * The client is there to read the answer. Otherwise the provider would use up a code or a refresh token for nobody, and the address of
 * the client, which the provider needs, is not known any more.
 */
export function ensureConnected({ raw: { socket } }: FastifyRequest): OAuthError | undefined {
  // A connection that was reset has no address, also while Node has not yet noticed the reset.
  const isGone = socket.destroyed || socket.remoteAddress === undefined;
  return isGone ? invalidRequest('The connection was closed before the request was handled.') : undefined;
}

/**
 * Far more than a client id and secret, or an initial access token, have. Many servers read at most 8 KiB of headers: the provider would
 * refuse the request without a reason, and the service would say that the provider cannot be reached.
 */
const MAX_AUTHORIZATION_LENGTH = 4096;
const tooLong = `The Authorization header may have at most ${MAX_AUTHORIZATION_LENGTH} characters.`;

/** Node shows only the first of two headers: a second client would be neither seen nor rejected (decision 11). */
export function ensureOneHeader(request: FastifyRequest): OAuthError | undefined {
  return isSentTwice(request, 'authorization') ? invalidRequest('Send one Authorization header.') : undefined;
}

/** The `Authorization` header of a token request is HTTP Basic or absent. */
export function ensureClientHeader({ authorization }: ClientCredentials): OAuthError | undefined {
  if (authorization === undefined) return undefined;
  if (authorization.length > MAX_AUTHORIZATION_LENGTH) return oauthError('invalid_client', tooLong);
  if (clientInBasic(authorization) !== undefined) return undefined;
  return oauthError('invalid_client', 'The Authorization header must be Basic with client_id:client_secret in base64.');
}

/** The initial access token of a registration. Its form is the provider's. */
export function ensureShortToken({ headers: { authorization } }: FastifyRequest): OAuthError | undefined {
  return (authorization?.length ?? 0) > MAX_AUTHORIZATION_LENGTH ? oauthError('invalid_token', tooLong) : undefined;
}

/** One client and one secret (RFC 6749 2.3): with two the provider would choose which of them counts. */
export function ensureOneClient({ parameters, authorization }: ClientCredentials): OAuthError | undefined {
  const named = parameters.get('client_id');
  const names = authorization === undefined ? undefined : clientInBasic(authorization);
  if (names === undefined) {
    return named === undefined
      ? oauthError('invalid_client', 'Neither HTTP Basic nor client_id names a client.')
      : undefined;
  }
  if (parameters.has('client_secret')) return invalidRequest('client_secret must not be sent beside HTTP Basic.');
  if (named === undefined || names.includes(named)) return undefined;
  return invalidRequest('client_id and HTTP Basic name different clients.');
}

const basic = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

/**
 * The client that HTTP Basic names, decoded as RFC 6749 2.3.1 demands (form-encoded) and as many clients send it
 * (unencoded). Undefined when the header is something else.
 */
function clientInBasic(authorization: string): readonly string[] | undefined {
  const bytes = Buffer.from(basic.exec(authorization)?.[1] ?? '', 'base64');
  const colon = bytes.indexOf(':');
  if (colon < 1 || !isUtf8(bytes)) return undefined;
  const name = bytes.toString('utf8', 0, colon);
  return [name, new URLSearchParams(`_=${name.replaceAll('&', '%26')}`).get('_') ?? name];
}
