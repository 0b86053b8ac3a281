import { ApiError, type ErrorEntry } from 'marketplace-seller-sdk';
import { apiUrl } from '../api-url.ts';
import { session } from '../current-session.ts';

/** Downloads with the token that a link could not send, while it is read: the client of the SDK would hold all of it. Throws `ApiError`. */
export async function* downloadStream(path: string): AsyncGenerator<Uint8Array> {
  const answer = await fetch(`${apiUrl}${path}`, { headers: { authorization: `Bearer ${await session.token()}` } });
  if (!answer.ok) throw await errorOf(answer);
  const reader = answer.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) return;
    yield value;
  }
}

async function errorOf(answer: Response): Promise<ApiError> {
  const { errors } = (await answer.json().catch(() => ({}))) as { errors?: ErrorEntry[] };
  const unknown = { code: 'Unknown', message: `The service answered ${answer.status}.`, details: '' };
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  return new ApiError({ status: answer.status, errors: errors?.length ? errors : [unknown], requestId });
}
