import type { FastifyInstance } from 'fastify';

/** A button sends an empty form, a mail program one field (RFC 8058 3.1); nothing in them is read. */
export const MAX_FORM_BYTES = 1024;

/** For pages with buttons, once in their scope: what browsers send, and both forms that RFC 8058 allows for mail programs. */
export function acceptAnyForm(scope: FastifyInstance): void {
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, _body, done) => done(null, {}));
}
