import { CLIENT_AUTH_METHODS, CLIENT_GRANT_TYPES, wholeSeconds } from './authorization.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The registered client (RFC 7591 3.2.1) in the shape of `RegisteredClient`, whatever the provider's answer looks like: without
 * its management URL and token, and with `sent`, the forwarded metadata, where it omits what it has registered. Undefined when
 * the answer is of no use: it names no client, other addresses than the application's, or a way to authenticate that
 * `POST /auth/v4/token` does not have.
 */
export function writeClient(registered: Members, sent: Members): Members | undefined {
  const { client_id } = registered;
  const secret = text(registered.client_secret);
  const redirect_uris = registeredUris(registered.redirect_uris ?? sent.redirect_uris, sent.redirect_uris);
  const method = registered.token_endpoint_auth_method ?? (secret === undefined ? 'none' : undefined);
  const authMethod = method ?? sent.token_endpoint_auth_method;
  if (text(client_id) === undefined || redirect_uris === undefined || !isUsable(authMethod, secret)) return undefined;
  return {
    client_id,
    client_id_issued_at: wholeSeconds(registered.client_id_issued_at),
    client_secret: secret,
    // RFC 7591 3.2.1: required with a secret; 0 is never.
    client_secret_expires_at:
      secret === undefined ? undefined : (wholeSeconds(registered.client_secret_expires_at) ?? 0),
    redirect_uris,
    token_endpoint_auth_method: authMethod,
    grant_types: known(registered.grant_types, CLIENT_GRANT_TYPES) ?? sent.grant_types,
    response_types: ['code'],
    client_name: text(registered.client_name) ?? sent.client_name,
    client_uri: text(registered.client_uri) ?? sent.client_uri,
    logo_uri: text(registered.logo_uri) ?? sent.logo_uri,
    scope: text(registered.scope) ?? sent.scope,
    contacts: texts(registered.contacts) ?? sent.contacts,
  };
}

/** Every address that the application sent must be there: otherwise its flow would fail later, in the seller's browser. */
function registeredUris(registered: unknown, sent: unknown): string[] | undefined {
  const uris = texts(typeof registered === 'string' ? [registered] : registered);
  return uris !== undefined && texts(sent)?.every((uri) => uris.includes(uri)) ? uris : undefined;
}

/** A client that is not public needs its secret. */
function isUsable(method: unknown, secret: string | undefined): boolean {
  return CLIENT_AUTH_METHODS.includes(method as string) && (method === 'none' || secret !== undefined);
}

/** The values that this service knows. Undefined when there are none. */
function known(value: unknown, values: readonly string[]): string[] | undefined {
  const list = texts(value)?.filter((one) => values.includes(one)) ?? [];
  return list.length > 0 ? list : undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const texts = (value: unknown) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? (value as string[]) : undefined;
