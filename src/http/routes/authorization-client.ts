import { isUtf8 } from 'node:buffer';
import { invalidRequest, type Refusal, refusal } from './authorization-refusal.ts';

type Sent = { readonly parameters: ReadonlyMap<string, string>; readonly authorization: string | undefined };

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
