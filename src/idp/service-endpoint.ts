import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf } from './pages/form.ts';
import { digest, isEqualInConstantTime } from './secrets.ts';

/*
 * Endpoints that answer only the seller service, by its own client credentials. They are beside the introspection endpoint, because that
 * is the address at which the service reaches the provider.
 */

const MAX_BODY_BYTES = 262_144;

export type Answer = { status: number; body: object; headers?: Record<string, string> };

type ServiceClient = { readonly id: string; readonly secret: string };

/** The JSON value that the service sent; or the answer to a request that is not the service's, or has no JSON. */
export async function serviceRequest(
  req: IncomingMessage,
  serviceClient: ServiceClient,
): Promise<{ readonly value: unknown } | { readonly refusal: Answer }> {
  if (!isService(req.headers.authorization, serviceClient))
    return {
      refusal: { status: 401, body: { error: 'invalid_client' }, headers: { 'WWW-Authenticate': 'Basic' } },
    };
  const text = await bodyOf(req, MAX_BODY_BYTES);
  try {
    return { value: JSON.parse(text ?? '') };
  } catch {
    return { refusal: badServiceRequest('the body must be JSON') };
  }
}

export const badServiceRequest = (description: string): Answer => ({
  status: 400,
  body: { error: 'invalid_request', error_description: description },
});

export function sendAnswer(res: ServerResponse, { status, body, headers = {} }: Answer): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers });
  res.end(JSON.stringify(body));
}

function isService(authorization: string | undefined, { id, secret }: ServiceClient): boolean {
  const [, encoded = ''] = /^Basic +(\S+)$/i.exec(authorization ?? '') ?? [];
  const [givenId = '', givenSecret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(/:(.*)/s, 2);
  const [given, expected] = [digest(formDecoded(givenSecret)), digest(secret)];
  return isEqualInConstantTime(Buffer.from(given), Buffer.from(expected)) && formDecoded(givenId) === id;
}

/** RFC 6749 2.3.1: both halves are form-encoded. */
const formDecoded = (text: string) => new URLSearchParams(`=${text.replaceAll('&', '%26')}`).get('') ?? '';
