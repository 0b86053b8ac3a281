import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { AuditLog } from '../../../audit/audit-log.ts';
import { SellerAuditFilter, SellerAuditPage, writeSellerAuditEntry } from '../../../wire/audit/seller-audit.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { cutPage } from '../page-token.ts';
import { timeOf } from '../time-field.ts';
import { readSellerAuditToken, writeSellerAuditToken } from './seller-audit-token.ts';

const description = `Who changed the seller's own accounts, members, applications and grants, who used support sessions, and who set limits
and costs of listings: the seller's members, its applications, or the operator. Newest first; \`nextToken\` gets the next page. Changes of
the market are not in it.

A change appears within seconds. Entries are kept for \`AUDIT_DAYS\`. With another identity provider than the embedded one, that provider's
own log has the changes of accounts, members, applications and grants.`;

/** The part of the audit log that is about the seller itself. */
export const sellerAuditRoutes = (log: AuditLog) => (scope: FastifyInstance) => {
  scope.get('/audit', {
    config: { right: 'seller-api:account:read' },
    schema: {
      operationId: 'getSellerAudit',
      summary: 'List changes of accounts',
      description,
      querystring: SellerAuditFilter,
      response: { 200: SellerAuditPage },
    },
    handler: async (request) => {
      const { limit = 50, operation, from, to, nextToken } = request.query as Static<typeof SellerAuditFilter>;
      const sellerId = sellerOf(request);
      const found = await log.sellerPage({
        ...{ sellerId, operation, limit: limit + 1 },
        fromMs: timeOf(from, 'Query parameter from'),
        untilMs: timeOf(to, 'Query parameter to'),
        before: nextToken === undefined ? undefined : readSellerAuditToken(sellerId, nextToken),
      });
      const { page, last } = cutPage(found, limit);
      return {
        entries: page.map(writeSellerAuditEntry),
        ...(last && { nextToken: writeSellerAuditToken(sellerId, last) }),
      };
    },
  });
};
