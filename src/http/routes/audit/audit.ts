import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { AuditLog } from '../../../audit/audit-log.ts';
import type { DeniedRequest, DeniedRequests } from '../../../audit/denied-requests.ts';
import type { AuditEntry, AuditQuery } from '../../../domain/audit/audit-entry.ts';
import { isOperatorRight } from '../../../domain/authorization/operator-rights.ts';
import { OPERATOR_RIGHT } from '../../../domain/authorization/rights.ts';
import type { Identity } from '../../../identity/identity.ts';
import {
  AuditFilter,
  auditAnswer,
  MAX_PAGE_SIZE,
  writeAuditChain,
  writeAuditEntry,
} from '../../../wire/audit/audit-entry.ts';
import { type ActorNames, actorIdsFor, actorNames } from '../known-actors.ts';
import { operatorCallerOf } from '../operator-caller.ts';
import { cutPage } from '../page-token.ts';
import { timeOf } from '../time-field.ts';
import { readAuditToken, writeAuditToken } from './audit-token.ts';

const NDJSON = 'application/x-ndjson';

const description = `Who changed what as the operator, when and from where: changes of market data, and commands such as \`npm run import\`.
Newest first; \`nextToken\` gets the next page. Entries have the keys of changed records, not their contents.

With \`Accept: ${NDJSON}\` the answer is one entry a line: all that match, without pages.

A change is in the log when its request is answered. Entries are kept for \`AUDIT_DAYS\`.`;

export type AuditRoutes = {
  readonly auditLog: AuditLog;
  readonly deniedRequests: DeniedRequests;
  readonly identity: Identity;
};

/** The audit log. All requests to the operator's paths that lack the right are recorded in it. */
export const auditRoutes =
  ({ auditLog: log, deniedRequests, identity }: AuditRoutes) =>
  (scope: FastifyInstance) => {
    const isInLog = async (id: string) => (await log.page({ who: [id], limit: 1 })).length > 0;
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
        const { who: asked } = filter;
        const who = asked === undefined ? undefined : await actorIdsFor(asked, { identity, request, isInLog });
        const query = { ...queryOf(filter), who };
        const names = (found: readonly AuditEntry[]) =>
          actorNames(
            identity,
            request,
            found.map((entry) => entry.who),
          );
        if (wantsLines(request)) return reply.type(NDJSON).send(Readable.from(linesOf(log, query, names)));
        const found = await log.page({ ...query, limit: limit + 1 });
        const { page, last } = cutPage(found, limit);
        const [extent, nameOf] = await Promise.all([log.extent(), names(page)]);
        return {
          entries: page.map((entry) => writeAuditEntry(entry, nameOf(entry.who))),
          ...(extent && { chain: writeAuditChain(extent) }),
          ...(last && { nextToken: writeAuditToken(last) }),
        };
      },
    });
  };

function deniedRequest(request: FastifyRequest): DeniedRequest {
  const { caller, ip: from, id: requestId, routeOptions } = request;
  const { operationId = 'unknown' } = (routeOptions.schema ?? {}) as { operationId?: string };
  // A person of a seller is named by the application: who it is, is the seller's matter.
  const isOperator = [...(caller?.rights ?? [])].some(isOperatorRight);
  const who = isOperator ? operatorCallerOf(request).who : { type: 'client' as const, id: caller?.clientId ?? '' };
  return { who, from, operation: operationId, requestId };
}

function queryOf({ from, to, operation, nextToken }: Static<typeof AuditFilter>): Omit<AuditQuery, 'limit' | 'who'> {
  return {
    fromMs: timeOf(from, 'Query parameter from'),
    untilMs: timeOf(to, 'Query parameter to'),
    operation,
    before: nextToken === undefined ? undefined : readAuditToken(nextToken),
  };
}

const wantsLines = ({ headers: { accept = '' } }: FastifyRequest) =>
  accept.split(',').some((type) => type.split(';', 1)[0]?.trim().toLowerCase() === NDJSON);

/** Page by page, as fast as the client reads. */
async function* linesOf(
  log: AuditLog,
  query: Omit<AuditQuery, 'limit'>,
  names: (entries: readonly AuditEntry[]) => Promise<ActorNames>,
): AsyncGenerator<string> {
  let { before } = query;
  for (;;) {
    const page = await log.page({ ...query, before, limit: MAX_PAGE_SIZE });
    const nameOf = await names(page);
    if (page.length > 0)
      yield page.map((entry) => `${JSON.stringify(writeAuditEntry(entry, nameOf(entry.who)))}\n`).join('');
    if (page.length < MAX_PAGE_SIZE) return;
    before = page.at(-1);
  }
}
