import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { readSmsReport, type SmsReport } from '../../../domain/notifications/sms-report.ts';

/** Records a report. False when the service did not issue the token; a late or repeated report is true. */
export type RecordSmsReport = (token: string, report: SmsReport | undefined) => Promise<boolean>;

/** A report is two short fields. */
const BODY_LIMIT_BYTES = 16 * 1024;

/**
 * Delivery reports of the operator's SMS gateway (`smsReportUrl`). A gateway has no access token: the path itself is
 * unguessable, and valid for one attempt of one delivery. The route is for the operator, so it is not in the OpenAPI
 * document for sellers. The answer is empty because Kannel reads it as text.
 */
export const smsReportRoutes = (recordReport: RecordSmsReport) => (scope: FastifyInstance) => {
  scope.register(async (own) => {
    // Kannel sends the fields in the query; others send a form, or a body of any type beside the query.
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    );
    own.route({
      method: ['GET', 'POST'],
      url: '/sms/:token',
      bodyLimit: BODY_LIMIT_BYTES,
      schema: { hide: true },
      handler: async (request, reply) => {
        const { token } = request.params as { token: string };
        const isKnownToken = await recordReport(
          token,
          readSmsReport(fieldOf(request, 'type'), fieldOf(request, 'answer')),
        );
        if (!isKnownToken) throw unknownToken();
        return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('');
      },
    });
  });
};

/** The first of several values: text from the network may add a second field, which must not replace the first. */
function fieldOf({ query, body }: FastifyRequest, name: string): unknown {
  const value = (query as Record<string, unknown>)[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return first ?? (body instanceof URLSearchParams ? body.get(name) : undefined);
}

const unknownToken = () =>
  new Fault('NotFound', {
    message: 'There is no such report address.',
    details: 'The service did not give this address to its SMS gateway.',
  });
