import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Log } from '../log/log.ts';

type Export = OTLPTraceExporter['export'];

/** A collector that fails and recovers all the time must not fill the log. */
const MIN_LOG_INTERVAL_MS = 60_000;

/**
 * Sends spans to the collector. A failure is logged once, until the collector answers again. The spans of a failed batch are
 * lost: the next ones matter more than a backlog.
 */
export class LoggingExporter extends OTLPTraceExporter {
  readonly #log: Pick<Log, 'warn' | 'info'>;
  #isFailing = false;
  #loggedMs = Number.NEGATIVE_INFINITY;

  constructor(options: ConstructorParameters<typeof OTLPTraceExporter>[0], log: Pick<Log, 'warn' | 'info'>) {
    super(options);
    this.#log = log;
  }

  override export(...[spans, onResult]: Parameters<Export>): void {
    super.export(spans, (result) => {
      if (result.error === undefined) this.#succeeded();
      else this.#failed(result.error);
      onResult(result);
    });
  }

  #succeeded(): void {
    if (this.#isFailing) this.#log.info('the trace collector takes spans again');
    this.#isFailing = false;
  }

  #failed(error: Error): void {
    const nowMs = performance.now();
    const isLoggedNow = !this.#isFailing && nowMs - this.#loggedMs >= MIN_LOG_INTERVAL_MS;
    if (!isLoggedNow) return;
    this.#isFailing = true;
    this.#loggedMs = nowMs;
    this.#log.warn(
      { reason: reasonOf(error) },
      'the trace collector does not take spans: they are dropped until it does. Check OTEL_EXPORTER_OTLP_ENDPOINT.',
    );
  }
}

/** A code or a status. The message may hold what the collector answered. */
function reasonOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : typeof code === 'number' ? `status ${code}` : error.name;
}
