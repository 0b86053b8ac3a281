import { type FastifyInstance, fastify, type RouteOptions } from 'fastify';
import { publicPathOf } from '../../domain/public-path.ts';
import type { RatePlan } from '../../domain/rate-plan.ts';
import { recordSchemas } from '../../wire/market/record-schemas.ts';
import { reportLineShapes } from '../../wire/reports/line-shapes.ts';
import { ownCompilers } from '../requests/validator.ts';
import { nameShapes } from './components.ts';
import { addSchemaExample } from './event-schema.ts';
import { documentHeaders } from './headers.ts';
import { documentRateLimits } from './rate-limits.ts';
import { securitySchemes } from './security.ts';
import { shareAnswers } from './shared-answers.ts';
import { webhooks } from './webhooks.ts';

const description = `What will I pay, where do I stand, tell me when it changes, and let this application act for me:
fee estimates, offers and competitive prices, notifications, and authorization for sellers and the solution providers
they authorize.

Version 4 changes only by addition: ignore fields you do not know, and tolerate new values of open value sets.

\`x-rate-limit\` of an operation says how many requests this installation allows, counted from the first of them; both windows apply.`;

const tags = [
  { name: 'Authorization', description: 'Access tokens: seller-direct, and delegated to a solution provider.' },
  { name: 'Fees', description: 'What the seller will pay for a sale.' },
  { name: 'Pricing', description: 'Offers, competitive prices, the buy box.' },
  { name: 'Notifications', description: 'Destinations, and what is sent to them.' },
  { name: 'Events', description: 'What the service sends to your destinations: a POST to a webhook of yours.' },
  { name: 'Reports', description: 'Whole catalogues, fees and histories in one file; schedules.' },
  { name: 'Sellers', description: 'The calling seller.' },
  {
    name: 'Operator',
    description: 'Market data, fed by the operator of the marketplace; sellers, their people and applications.',
  },
  { name: 'Health', description: 'For load balancers and supervisors.' },
];

declare module 'fastify' {
  interface FastifyInstance {
    documented: Documented;
  }
}

type Documented = {
  readonly publicUrl: string;
  readonly ratePlan?: RatePlan | undefined;
  readonly routes: RouteOptions[];
};

/** Collects the routes for the OpenAPI document. Must be called before the routes are mounted. */
export function describeApi(app: FastifyInstance, publicUrl: string, ratePlan?: RatePlan): void {
  const routes: RouteOptions[] = [];
  app.decorate('documented', { publicUrl, ratePlan, routes });
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
}

/** The plugin documents the server that it is registered on. It is loaded for the first reader, so it gets the routes on a server of its own. */
async function describedBySwagger({ publicUrl, routes }: Documented): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger');
  const app = fastify({ exposeHeadRoutes: false, schemaController: ownCompilers });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Marketplace Seller Service',
        version: '4',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      tags,
      components: { securitySchemes: securitySchemes(publicPathOf(publicUrl)) },
    },
    hideUntagged: true,
    // A path of PUBLIC_URL such as /seller is no part of the paths here: /sellers/v4 would lose its beginning.
    stripBasePath: false,
    // As the shapes of the webhooks have it, which do not come from a route.
    convertConstToEnum: false,
    // A route that checks its body itself declares the documented shape apart.
    transform: ({ schema, url, route }) => ({
      schema: route.config?.documentedBody ? { ...schema, body: route.config.documentedBody } : schema,
      url,
    }),
  });
  for (const { method, url, schema = {}, config = {} } of routes)
    app.route({ method, url, schema, config, handler: () => undefined });
  await app.ready();
  return app.swagger();
}

/** The finished document. */
export const openApiDocument = async (app: FastifyInstance): Promise<object> => shareAnswers(await wholeDocument(app));

/** With every answer where it belongs, and without tags that have no operation: they would be empty headings. */
export async function wholeDocument({ documented }: FastifyInstance): Promise<object> {
  const described = { ...withOptionalBodies(await describedBySwagger(documented)), webhooks };
  const document = documentRateLimits(documentHeaders(nameShapes(described)), documented.ratePlan) as {
    tags: { name: string }[];
    paths: Record<string, object>;
    components: { schemas: object };
  };
  // The formats of market records and of the lines of reports: they are in files, so no route has them.
  Object.assign(document.components.schemas, recordSchemas, reportLineShapes);
  addSchemaExample(document);
  const used = new Set(
    Object.values({ ...document.paths, ...webhooks }).flatMap((path) =>
      Object.values(path).flatMap((operation) => operation.tags),
    ),
  );
  return { ...document, tags: document.tags.filter(({ name }) => used.has(name)) };
}

/** No body is the same as `{}` (decision 1): where `{}` is valid, the body is optional. */
function withOptionalBodies(document: object): object {
  const copy = structuredClone(document) as { paths: Record<string, Record<string, { requestBody?: Body }>> };
  for (const { requestBody } of Object.values(copy.paths).flatMap((path) => Object.values(path))) {
    const shapes = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
    if (requestBody && shapes.every((shape) => shape?.type === 'object' && !shape.required?.length)) {
      requestBody.required = false;
    }
  }
  return copy;
}

type Body = { required?: boolean; content: Record<string, { schema?: { type?: string; required?: string[] } }> };
