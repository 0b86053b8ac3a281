import { isUtf8 } from 'node:buffer';
import { basicAuthorization } from './introspection.ts';

/** How the credentials of a token request reach the provider: unchanged, by HTTP Basic, or as body fields (RFC 6749 2.3.1). */
export type ClientAuth = 'as-sent' | 'basic' | 'post';

export type SentClient = { readonly form: URLSearchParams; readonly authorization: string | undefined };

/** The token request with the credentials where the provider wants them. Callers may choose either way at every provider. */
export function authenticatedBy(method: ClientAuth, { form, authorization }: SentClient): SentClient {
  const client = clientIn({ form, authorization });
  if (client === undefined) return { form, authorization };
  const { id, secret } = client;
  const isInHeader = authorization !== undefined;
  // A public client (RFC 6749 2.1) that sends Basic has nothing to prove: many providers refuse an empty secret there.
  if (secret === '') return { form: withFields(form, { client_id: id }), authorization: undefined };
  if (method === 'basic' && !isInHeader) {
    const bare = withFields(form, {});
    return { form: bare, authorization: basicAuthorization({ clientId: id, clientSecret: secret }) };
  }
  if (method === 'post' && isInHeader)
    return { form: withFields(form, { client_id: id, client_secret: secret }), authorization: undefined };
  return { form, authorization };
}

/** Undefined when there is no secret to move, and no empty one either. */
function clientIn({ form, authorization }: SentClient): { id: string; secret: string } | undefined {
  if (authorization !== undefined) return basicClientIn(authorization);
  const id = form.get('client_id');
  const secret = form.get('client_secret');
  return id === null || secret === null ? undefined : { id, secret };
}

function basicClientIn(authorization: string): { id: string; secret: string } | undefined {
  const bytes = Buffer.from(/^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1] ?? '', 'base64');
  const colon = bytes.indexOf(':');
  if (colon < 1 || !isUtf8(bytes)) return undefined;
  return { id: decoded(bytes.toString('utf8', 0, colon)), secret: decoded(bytes.toString('utf8', colon + 1)) };
}

/** RFC 6749 2.3.1: both halves are form-encoded. */
const decoded = (text: string) => new URLSearchParams(`_=${text.replaceAll('&', '%26')}`).get('_') ?? text;

function withFields(form: URLSearchParams, fields: Readonly<Record<string, string>>): URLSearchParams {
  const sent = new URLSearchParams(form);
  for (const name of ['client_id', 'client_secret']) sent.delete(name);
  for (const [name, value] of Object.entries(fields)) sent.set(name, value);
  return sent;
}
