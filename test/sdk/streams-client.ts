import { ApiError } from '../../sdk/src/api-error.ts';
import { SellerClient } from '../../sdk/src/create-client.ts';

/** TEMPORARY. */
export function clientOf(baseUrl: string, token: string): SellerClient {
  const send = (method: string) => async (request: any) => {
    const url = new URL(
      baseUrl + request.url.replace(/\{(\w+)\}/g, (_: string, name: string) => encodeURIComponent(request.path[name])),
    );
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.append(name, String(value));
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const fail = (status: number, code: string, message: string, cause?: unknown) =>
      new ApiError({ status, errors: [{ code, message, details: '' }], cause });
    let response: Response, text: string;
    const timeout = AbortSignal.timeout(Math.ceil(request.deadlineMs ?? 30_000));
    try {
      response = await fetch(url, {
        method,
        headers: { ...request.headers, authorization: `Bearer ${token}` },
        body,
        signal: AbortSignal.any([timeout, ...(request.signal ? [request.signal] : [])]),
      } as RequestInit);
      text = await response.text();
    } catch (cause) {
      request.signal?.throwIfAborted();
      if (timeout.aborted) throw fail(0, 'DeadlineExceeded', 'late');
      throw fail(0, 'ConnectionFailed', 'no answer', cause);
    }
    const json = JSON.parse(text);
    if (!response.ok) throw new ApiError({ status: response.status, errors: json.errors });
    return json;
  };
  return new SellerClient({
    client: { get: send('GET'), post: send('POST'), patch: send('PATCH'), delete: send('DELETE') } as never,
  });
}
