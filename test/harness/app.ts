import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { Type } from 'typebox';
import { type AppOptions, createApp } from '../../src/http/app/app.ts';
import type { PathGroup } from '../../src/http/app/path-group.ts';
import { pathGroupsOf } from '../../src/http/app/path-groups.ts';
import { createExposition } from '../../src/http/metrics/exposition.ts';
import { createMetrics, type Metrics } from '../../src/http/metrics/metrics.ts';
import { createLog } from '../../src/log/log.ts';
import { allowAll, bareService } from './bare-service.ts';

/** Endpoints for tests of the HTTP layer, mounted in every group: with a shape, with a path parameter, and one that fails. */
export function probeRoutes(scope: FastifyInstance): void {
  const config = { right: 'seller-api:pricing:read' } as const;
  const body = Type.Object({
    Amount: Type.Number({ description: 'What it costs.', examples: [19.99] }),
    Condition: Type.Optional(Type.Enum(['New', 'Used'])),
    Note: Type.Optional(Type.String({ maxLength: 5 })),
    Lines: Type.Optional(Type.Array(Type.Object({ Count: Type.Integer() }), { maxItems: 2 })),
  });
  const querystring = Type.Object({
    MarketplaceId: Type.String({ minLength: 1 }),
    ItemCondition: Type.Optional(Type.Enum(['New', 'Used'])),
    Skus: Type.Optional(Type.Array(Type.String())),
    explain: Type.Optional(Type.Boolean()),
  });
  const params = Type.Object({ SellerSKU: Type.String({ minLength: 1, maxLength: 256 }) });
  scope.post('/probe', { config, schema: { body } }, (request) => request.body);
  scope.post('/anything', { config, schema: { body: Type.Object({}) } }, (request) => request.body);
  scope.get('/probe', { config, schema: { querystring } }, (request) => request.query);
  scope.get('/probe/:SellerSKU/end', { config, schema: { params } }, (request) => request.params);
  scope.get('/broken', { config }, () => {
    throw new Error('SELECT secret FROM /var/lib/store failed');
  });
}

export type TestApp = {
  app: FastifyInstance;
  metrics: Metrics;
  /** The text of all its metrics. */
  metricsText: () => Promise<string>;
  /** Every log line so far. */
  logLines: string[];
};

/** The real app on real parts. `options` replace those of the product. The caller closes it. */
export async function startApp(
  options: Partial<Omit<AppOptions, 'log' | 'metrics'>> & { logLevel?: string } = {},
): Promise<TestApp> {
  const { logLevel, ...replaced } = options;
  const logLines: string[] = [];
  const log = createLog(logLevel ?? 'trace', { write: (line) => void logLines.push(line) });
  const metrics = createMetrics();
  const app = await createApp({
    groups: pathGroupsOf(bareService),
    guards: { bearer: allowAll },
    log,
    metrics,
    publicUrl: 'http://127.0.0.1:8080',
    trustProxy: false,
    ...replaced,
  });
  const servers = () => ({ api: app.server });
  const exposition = createExposition(metrics, { servers, admission: () => app.admissionDepth() });
  return { app, metrics, metricsText: () => exposition.metrics(), logLines };
}

/** The error elements of an answer. Throws when they are not in the envelope of the group. */
export function errorsOf(
  group: Pick<PathGroup, 'envelope'>,
  answer: LightMyRequestResponse,
): { code: string; text: string }[] {
  const body = answer.json();
  const keys = Object.keys(body).join();
  if (group.envelope.name === 'oauth') {
    if (keys !== 'error,error_description') throw new Error(`not the OAuth envelope: ${answer.body}`);
    return [{ code: body.error, text: body.error_description }];
  }
  if (keys !== 'errors') throw new Error(`no errors: ${answer.body}`);
  const elements = group.envelope.name === 'nested' ? body.errors.errors : body.errors;
  if (!Array.isArray(elements)) throw new Error(`not the ${group.envelope.name} envelope: ${answer.body}`);
  return elements.map((element) => {
    if (Object.keys(element).join() !== 'code,message,details')
      throw new Error(`an error element has other fields: ${answer.body}`);
    return { code: element.code, text: `${element.message} ${element.details}` };
  });
}
