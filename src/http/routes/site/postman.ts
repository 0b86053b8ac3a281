import type { FastifyInstance } from 'fastify';
import { madeOnce } from '../../../async/made-once.ts';
import { BoundedCache } from '../../../domain/bounded-cache.ts';
import { PreparedContent } from '../../answers/prepared-content.ts';
import { wholeDocument } from '../../openapi/openapi.ts';
import type { SiteSettings } from './start-page.ts';

/** Without a client, and with the one of a demo before and after its secret is changed. */
const MAX_KEPT = 4;

/** `GET /postman.json`: the operations as a Postman collection. In a demo its client is filled in, as on the reference page. */
export const postmanRoutes = (demoClient: SiteSettings['demoClient']) => (scope: FastifyInstance) => {
  const document = madeOnce(() => wholeDocument(scope));
  const kept = new BoundedCache<PreparedContent>(MAX_KEPT);
  scope.get('/postman.json', { schema: { hide: true } }, async (request, reply) => {
    const client = await demoClient?.();
    const key = JSON.stringify([client?.id, client?.secret]);
    const content = kept.get(key) ?? kept.set(key, await contentOf(await document(), client));
    return content.send(request, reply);
  });
};

async function contentOf(document: object, client: { id: string; secret: string } | undefined) {
  const { postmanCollection } = await import('../../openapi/postman-collection.ts');
  return new PreparedContent(JSON.stringify(postmanCollection(document, client)), {
    'Content-Type': 'application/json; charset=utf-8',
    // A demo whose credentials were changed shows other ones.
    'Cache-Control': 'no-cache',
    'Access-Control-Allow-Origin': '*',
  });
}
