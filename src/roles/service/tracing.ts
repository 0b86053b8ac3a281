import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { VERSION } from '../settings/version.ts';

/** Undefined without OTEL_EXPORTER_OTLP_ENDPOINT: then nothing of OpenTelemetry is loaded. */
export async function tracingOf(config: Config, log: Log): Promise<Tracing | undefined> {
  const { otelEndpoint: endpoint, otelHeaders: headers = {}, otelServiceName: serviceName } = config;
  if (endpoint === undefined) return undefined;
  const { Tracing } = await import('../../tracing/tracing.ts');
  const sampling = { ratio: config.otelSamplerArg, followsCaller: config.otelSampler === 'parentbased_traceidratio' };
  return new Tracing({ endpoint, headers, serviceName, version: VERSION, sampling }, log);
}
