import type { FastifyInstance } from 'fastify';
import { readOnly } from '../../db/read-only.ts';
import { type AppOptions, createApp } from '../../http/app/app.ts';
import type { PathGroup } from '../../http/app/path-group.ts';
import { bearerGuard } from '../../http/guards/bearer.ts';
import type { RateLimits } from '../../http/guards/rate-limit.ts';
import type { Identity } from '../../identity/identity.ts';
import { StartError } from '../../processes/start-error.ts';
import type { OpenedService } from '../service/service.ts';
import { brandOf } from '../settings/brand.ts';
import { isLocalDemo } from '../settings/production.ts';
import { ratePlanOf } from '../settings/rate-plan.ts';
import { consoleOf, operatorConsoleOf } from './console.ts';
import { rateLimitsOf } from './limits.ts';

type OptionalSettings = Pick<AppOptions, 'readSnapshot' | 'site' | 'tracing' | 'countUsage'> & {
  readonly serviceUrl?: () => string;
  readonly limits?: RateLimits;
};

/** The HTTP layer with its guards and rate plan. */
export async function appOf(
  { config, log, metrics }: Pick<OpenedService, 'config' | 'log' | 'metrics'>,
  groups: PathGroup[],
  identity: Identity,
  { readSnapshot, site, serviceUrl, limits = rateLimitsOf(config), countUsage, tracing }: OptionalSettings = {},
): Promise<FastifyInstance> {
  const app = await createApp({
    groups,
    guards: { bearer: bearerGuard(identity, limits, { readOnly }), counted: limits },
    log,
    metrics,
    ratePlan: ratePlanOf(config),
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    trustProxy: config.trustProxy,
    isLocalDemo: isLocalDemo(config),
    maxInProgress: config.maxRequestsInProgress,
    maxConnections: config.maxConnections,
    brand: brandOf(config),
    countUsage,
    tracing,
    pageRoutes: [consoleOf(config, identity, serviceUrl), operatorConsoleOf(config, identity, serviceUrl)],
    site: { ...site, securityContact: config.securityContact },
    ...(readSnapshot ? { readSnapshot } : {}),
  });
  const unknown = limits.unknownOperations();
  if (unknown.length === 0) return app;
  throw new StartError(`The rate plan ${config.ratePlan} names operations that do not exist: ${unknown.join(', ')}`);
}
