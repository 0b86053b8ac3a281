import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { AuditLog } from '../../../audit/audit-log.ts';
import type { DeniedRequest, DeniedRequests } from '../../../audit/denied-requests.ts';
import type { AuditQuery } from '../../../domain/audit/audit-entry.ts';
import { OPERATOR_RIGHT } from '../../../domain/authorization/rights.ts';
import {
  AuditFilter,
  auditAnswer,
  MAX_PAGE_SIZE,
  writeAuditChain,
  writeAuditEntry,
} from '../../../wire/audit/audit-entry.ts';
import { cutPage } from '../page-token.ts';
import { timeOf } from '../time-field.ts';
import { readAuditToken, writeAuditToken } from './audit-token.ts';

const NDJSON = 'application/x-ndjson';

const description = `Who changed what as the operator, when and from where: changes of market data, and commands such as \`npm run import\`.
Newest first; \`nextToken\` gets the next page. Entries have the keys of changed records, not their contents.

With \`Accept: ${NDJSON}\` the answer is one entry a line: all that match, without pages.

A change is in the log when its request is answered. Entries are kept for \`AUDIT_DAYS\`.`;

/** The audit log. All requests to the operator's paths that lack the right are recorded in it. */
export const auditRoutes = (log: AuditLog, deniedRequests: DeniedRequests) => (scope: FastifyInstance) => {
  scope.addHook('onResponse', (request, reply, done) => {
    // A support session writes nothing: the request log has its refusals.
    const isNoted = request.caller !== undefined && request.caller.support === undefined;
    if (reply.statusCode === 403 && isNoted) deniedRequests.note(deniedRequest(request));
    done();
  });

  scope.get('/audit', {
    config: { right: OPERATOR_RIGHT },
    schema: {
      operationId: 'getAudit',
      summary: 'Read the audit log',
      description,
      querystring: AuditFilter,
      response: { 200: auditAnswer },
    },
    handler: async (request, reply) => {
      const { limit = 50, ...filter } = request.query as Static<typeof AuditFilter>;
      const query = queryOf(filter);
      if (wantsLines(request)) return reply.type(NDJSON).send(Readable.from(linesOf(log, query)));
      const found = await log.page({ ...query, limit: limit + 1 });
      const { page, last } = cutPage(found, limit);
      const extent = await log.extent();
      return {
        entries: page.map(writeAuditEntry),
        ...(extent && { chain: writeAuditChain(extent) }),
        ...(last && { nextToken: writeAuditToken(last) }),
      };
    },
  });
};

function deniedRequest({ caller, ip, id, routeOptions }: FastifyRequest): DeniedRequest {
  const { operationId } = (routeOptions.schema ?? {}) as { operationId?: string };
  return { clientId: caller?.clientId ?? '', from: ip, operation: operationId ?? 'unknown', requestId: id };
}

function queryOf({ from, to, who, operation, nextToken }: Static<typeof AuditFilter>): Omit<AuditQuery, 'limit'> {
  return {
    fromMs: timeOf(from, 'Query parameter from'),
    untilMs: timeOf(to, 'Query parameter to'),
    who,
    operation,
    before: nextToken === undefined ? undefined : readAuditToken(nextToken),
  };
}

const wantsLines = ({ headers: { accept = '' } }: FastifyRequest) =>
  accept.split(',').some((type) => type.split(';', 1)[0]?.trim().toLowerCase() === NDJSON);

/** Page by page, as fast as the client reads. */
async function* linesOf(log: AuditLog, query: Omit<AuditQuery, 'limit'>): AsyncGenerator<string> {
  let { before } = query;
  for (;;) {
    const page = await log.page({ ...query, before, limit: MAX_PAGE_SIZE });
    if (page.length > 0) yield page.map((entry) => `${JSON.stringify(writeAuditEntry(entry))}\n`).join('');
    if (page.length < MAX_PAGE_SIZE) return;
    before = page.at(-1);
  }
}
