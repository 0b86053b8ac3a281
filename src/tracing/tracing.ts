import { SpanKind } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Db } from '../db/db.ts';
import type { Log } from '../log/log.ts';
import { DeliveryTraces } from './deliveries.ts';
import { LoggingExporter } from './exporter.ts';
import { currentRecording, markFailed, whileSpan } from './recording.ts';
import { RequestTraces, type Sampling } from './requests.ts';
import { TracedDb } from './store.ts';

export type TracingSettings = {
  /** Without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly version: string;
  readonly sampling: Sampling;
};

/** Spans that wait for the collector. Later ones are dropped: a collector that is gone or slow costs this much memory. */
const MAX_QUEUED = 2_048;
/** Spans are written as JSON in one go: about 2 ms for so many. */
const MAX_BATCH = 256;
const BATCH_DELAY_MS = 2_000;
const EXPORT_TIMEOUT_MS = 5_000;
/** The whole service must stop in some seconds. */
const FLUSH_MS = 2_000;

/** Records requests and deliveries, and what they do in the store and at the provider. Loaded only when a collector is set. */
export class Tracing {
  readonly requests: RequestTraces;
  readonly deliveries: DeliveryTraces;
  readonly provider = traceProvider;
  readonly #spans: TracerProvider;

  constructor(settings: TracingSettings, log: Pick<Log, 'warn' | 'info'>) {
    const { endpoint, headers, serviceName, version, sampling } = settings;
    const exporter = new LoggingExporter(
      {
        url: `${endpoint}/v1/traces`,
        headers: { ...headers },
        timeoutMillis: EXPORT_TIMEOUT_MS,
        // The last flush sends all batches at once.
        concurrencyLimit: MAX_QUEUED / MAX_BATCH + 1,
      },
      log,
    );
    // Nothing here is registered globally, and no sampler of the library decides: the code that begins a span has decided.
    this.#spans = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': serviceName,
        'service.version': version,
        'process.pid': process.pid,
      }),
      sampler: new AlwaysOnSampler(),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: MAX_QUEUED,
          maxExportBatchSize: MAX_BATCH,
          scheduledDelayMillis: BATCH_DELAY_MS,
          exportTimeoutMillis: 2 * EXPORT_TIMEOUT_MS,
        }),
      ],
      spanLimits: { attributeValueLengthLimit: 256 },
    });
    const tracer = this.#spans.getTracer('marketplace-seller-service');
    this.requests = new RequestTraces(tracer, sampling);
    this.deliveries = new DeliveryTraces(tracer, sampling);
  }

  store(db: Db): Db {
    return new TracedDb(db);
  }

  /** Sends what is recorded, as far as the collector takes it in two seconds. */
  async stop(): Promise<void> {
    const deadline = Promise.withResolvers<void>();
    const timer = setTimeout(deadline.resolve, FLUSH_MS);
    await Promise.race([this.#spans.shutdown().catch(() => undefined), deadline.promise]);
    clearTimeout(timer);
  }
}

type ProviderRequest = {
  /** The endpoint: `introspection`, `token`, `registration`, `discovery`. */
  readonly what: string;
  readonly method: string;
  readonly url: string;
};

/** Sends a request to the identity provider with a span, below that of the request that needs it. */
function traceProvider<A extends { readonly status: number }>(
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
