import { SpanKind } from '@opentelemetry/api';
import { currentRecording, markFailed, whileSpan } from './recording.ts';

type ProviderRequest = {
  /** The endpoint: `introspection`, `token`, `registration`, `discovery`. */
  readonly what: string;
  readonly method: string;
  readonly url: string;
};

/** Sends a request to the identity provider with a span, below that of the request that needs it. */
export function traceProvider<A extends { readonly status: number }>(
  { what, method, url }: ProviderRequest,
  send: () => Promise<A>,
): Promise<A> {
  const recording = currentRecording.getStore();
  if (recording === undefined) return send();
  const { protocol, hostname, port } = new URL(url);
  const span = recording.child(`${method} ${what}`, SpanKind.CLIENT, {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    'provider.endpoint': what,
  });
  if (span === undefined) return send();
  return whileSpan(span, async () => {
    const answer = await send();
    span.setAttribute('http.response.status_code', answer.status);
    if (answer.status >= 400) markFailed(span, String(answer.status));
    return answer;
  });
}
