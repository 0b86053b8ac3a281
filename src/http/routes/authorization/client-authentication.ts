import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { hasTwoAuthorizations } from '../../guards/bearer.ts';
import { invalidRequest, type Refusal, refusal } from './oauth-error.ts';

type Sent = { readonly parameters: ReadonlyMap<string, string>; readonly authorization: string | undefined };

/**
 * Where a forwarded request comes from, as the provider is told. A proxy that is not trusted may stand before the
 * service: then `ip` is the proxy's, on loopback perhaps, and the provider would take a stranger for someone at this
 * machine, who may use what is for demonstration only. `unknown` (RFC 7239 6.2) says that somebody stands behind. Of
 * the untrusted header nothing goes on but that it is there.
 */
export function clientAddress({ ip, ips, headers }: FastifyRequest): string {
  const isRelayed = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  // Of those who forwarded it `ips` has the ones that are believed, the sender first: alone, nobody was believed.
  const isBelieved = ips !== undefined && ips.length > 1;
  return isRelayed && !isBelieved ? `unknown, ${ip}` : ip;
}

/** Node shows only the first of two: a second client would be neither seen nor refused (decision 11). */
export function ensureOneHeader(request: FastifyRequest): Refusal | undefined {
  return hasTwoAuthorizations(request) ? invalidRequest('Send one Authorization header.') : undefined;
}

/** The `Authorization` header of a token request is HTTP Basic or absent. */
export function ensureClientHeader({ authorization }: Sent): Refusal | undefined {
  if (authorization === undefined || clientInBasic(authorization) !== undefined) return undefined;
  return refusal('invalid_client', 'The Authorization header must be Basic with client_id:client_secret in base64.');
}

/** One client and one secret (RFC 6749 2.3): with two it would be for the provider to choose which of them counts. */
export function ensureOneClient({ parameters, authorization }: Sent): Refusal | undefined {
  const named = parameters.get('client_id');
  const names = authorization === undefined ? undefined : clientInBasic(authorization);
  if (names === undefined) {
    return named === undefined
      ? refusal('invalid_client', 'Neither HTTP Basic nor client_id names a client.')
      : undefined;
  }
  if (parameters.has('client_secret')) return invalidRequest('client_secret must not be sent beside HTTP Basic.');
  if (named === undefined || names.includes(named)) return undefined;
  return invalidRequest('client_id and HTTP Basic name different clients.');
}

const basic = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

/**
 * The client that HTTP Basic names, read as RFC 6749 2.3.1 wants it (form-encoded) and as many clients write it (as it
 * is). Undefined when the header is something else.
 */
function clientInBasic(authorization: string): readonly string[] | undefined {
  const bytes = Buffer.from(basic.exec(authorization)?.[1] ?? '', 'base64');
  const colon = bytes.indexOf(':');
  if (colon < 1 || !isUtf8(bytes)) return undefined;
  const name = bytes.toString('utf8', 0, colon);
  return [name, new URLSearchParams(`_=${name.replaceAll('&', '%26')}`).get('_') ?? name];
}
