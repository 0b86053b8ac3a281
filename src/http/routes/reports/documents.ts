import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { Report, ReportDocument } from '../../../domain/reports/report.ts';
import { csvExample, documentExample } from '../../../wire/reports/examples.ts';
import { reportLineShapes } from '../../../wire/reports/line-shapes.ts';
import { DocumentQuery, documentParams } from '../../../wire/reports/request.ts';
import { Type } from '../../../wire/type.ts';
import { byteRangeOf, rangeHeaders } from '../../answers/byte-range.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { notModified } from '../../answers/not-modified.ts';
import { ANY_SELLER_RIGHT } from '../../guards/needed-right.ts';
import { noReport, noReportAnswer } from './report-faults.ts';
import { mustHaveRight, type ReportRoutes, reportAccessBy } from './reports.ts';

const TYPES = { JSONL: 'application/jsonl; charset=utf-8', CSV: 'text/csv; charset=utf-8' } as const;
const EXTENSIONS = { JSONL: 'jsonl', CSV: 'csv' } as const;

const OUT_OF_RANGE = {
  message: 'Range is not valid.',
  details: 'The document ends before the first byte that the header Range asks for.',
};

const binary = (description: string) => ({ type: 'string', format: 'binary', description });

/** The documents of reports that are done. */
export const documentRoutes =
  ({ reports, consoleClientId }: ReportRoutes) =>
  (scope: FastifyInstance) => {
    const accessOf = reportAccessBy(consoleClientId);
    scope.get('/documents/:reportDocumentId', {
      config: { right: ANY_SELLER_RIGHT },
      schema: {
        operationId: 'getReportDocument',
        summary: 'Download a report',
        description:
          'The document of a report that is DONE, in the format of the report. A download that was cut off goes on with `Range` and ' +
          '`If-Range`. With `compression=GZIP` it is a gzip file. It needs the right of what the report contains.',
        params: documentParams,
        querystring: DocumentQuery,
        headers: Type.Object({
          range: Type.Optional.String('The part of the document: `bytes=1000-`.'),
          'if-range': Type.Optional.String(
            'The ETag of the document whose part the client has. The whole document if it is another one.',
          ),
          'if-none-match': Type.Optional.String(
            'The ETag of the document that the client has. 304 when it is the same.',
          ),
        }),
        response: {
          200: {
            description: 'The document.',
            headers: { ETag: { type: 'string', description: 'Names this document in this form.' } },
            content: {
              'application/jsonl': {
                schema: {
                  ...binary('A line of JSON with the facts of the report, then one for each.'),
                  contentSchema: {
                    anyOf: Object.keys(reportLineShapes).map((title) => ({ $ref: `#/components/schemas/${title}` })),
                  },
                },
                examples: { JSONL: { value: documentExample } },
              },
              'text/csv': { schema: binary('CSV (RFC 4180).'), examples: { CSV: { value: csvExample } } },
              'application/gzip': {
                schema: binary('With compression=GZIP.'),
                examples: { GZIP: { value: 'The bytes of a gzip file.' } },
              },
            },
          },
          206: { type: 'null', description: 'The part of the document that `Range` asks for.' },
          304: {
            type: 'null',
            description: 'The client has this document: its ETag is the one in If-None-Match.',
            headers: { ETag: { type: 'string', description: 'The ETag of the document that the client has.' } },
          },
          416: answerOf('InvalidInput', list, { description: 'The document ends before the range.', ...OUT_OF_RANGE }),
          ...noReportAnswer,
        },
      },
      handler: async (request, reply) => {
        const { reportDocumentId } = request.params as Static<typeof documentParams>;
        const { compression } = request.query as Static<typeof DocumentQuery>;
        const report = await reports.byDocument(accessOf(request), reportDocumentId);
        if (report?.document === undefined) throw noReport();
        mustHaveRight(request, report.type);
        const form = formOf(report, report.document, compression === 'GZIP');
        void reply.headers({
          etag: form.etag,
          'accept-ranges': 'bytes',
          'cache-control': 'private, no-cache',
          vary: 'authorization',
        });
        const unchanged = notModified(request, reply, form.etag);
        if (unchanged) return unchanged;
        return sendPart(request, reply, form, (range) => reports.read(report, form.kind, range));
      },
    });
  };

type Form = ReturnType<typeof formOf>;

/** Two forms of one document are two representations: each has its own tag (RFC 9110 8.8.3.3). */
function formOf({ type, id, format }: Report, { bytes, gzipBytes, digest }: ReportDocument, isGzip: boolean) {
  const name = `${type.toLowerCase().replaceAll('_', '-')}-${id.slice(-8)}.${EXTENSIONS[format]}`;
  return isGzip
    ? {
        kind: 'gzip' as const,
        length: gzipBytes,
        etag: `"${digest}-gzip"`,
        type: 'application/gzip',
        name: `${name}.gz`,
      }
    : { kind: 'plain' as const, length: bytes, etag: `"${digest}"`, type: TYPES[format], name };
}

type Bytes = { readonly start: number; readonly end: number };

async function sendPart(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, length, type, name }: Form,
  read: (range: Bytes | undefined) => AsyncIterable<Uint8Array>,
): Promise<FastifyReply> {
  const range = byteRangeOf(request, length, etag);
  if (range === 'unsatisfiable') {
    const fault = new Fault('InvalidInput', OUT_OF_RANGE);
    return reply.code(416).header('content-range', `bytes */${length}`).send(list.write(fault));
  }
  const chunks = read(range)[Symbol.asyncIterator]();
  // Before the headers: a document that was removed meanwhile is a 404.
  const first = await chunks.next().catch((error: unknown) => {
    if ((error as Error).name === 'MissingDocumentError') throw noReport();
    throw error;
  });
  void rangeHeaders(reply, range, length)
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('x-content-type-options', 'nosniff');
  return reply.send(Readable.from(rest(first, chunks)));
}

async function* rest(first: IteratorResult<Uint8Array>, others: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await others.next()) yield next.value;
  } finally {
    await others.return?.();
  }
}
