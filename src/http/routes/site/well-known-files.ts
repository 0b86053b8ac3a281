import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '../../../domain/duration.ts';
import { markFile } from '../../../pages/mark.ts';
import { unknownPath } from '../../requests/known-paths.ts';

/** A reader of security.txt must not use it after this: RFC 9116 2.5.5 recommends less than a year. */
const SECURITY_TXT_DAYS = 180;
const CACHE = 'public, max-age=86400';

/** The files that browsers, crawlers and researchers look for at fixed paths. `securityContact`: a `mailto:` or `https:` address. */
export const wellKnownRoutes =
  (securityContact: string | undefined, now = Date.now) =>
  (scope: FastifyInstance): void => {
    const hidden = { schema: { hide: true } };
    const icon = markFile(scope.brand);
    for (const path of ['/favicon.ico', '/favicon.svg']) {
      scope.get(path, hidden, (_request, reply) =>
        reply.type('image/svg+xml').header('cache-control', CACHE).send(icon),
      );
    }

    // Nothing here is for search engines: an installation of the operator, with documents that every installation has.
    scope.get('/robots.txt', hidden, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', CACHE).send('User-agent: *\nDisallow: /\n'),
    );

    scope.get('/.well-known/security.txt', hidden, (request, reply) => {
      if (securityContact === undefined) throw unknownPath(request);
      const expires = new Date(now() + SECURITY_TXT_DAYS * DAY_MS).toISOString();
      return reply
        .type('text/plain; charset=utf-8')
        .send(`Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en\n`);
    });
  };
