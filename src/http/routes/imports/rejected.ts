import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { writeCsvRow } from '../../../wire/csv.ts';
import { ImportParams, RejectedQuery } from '../../../wire/imports/imports.ts';
import { type ImportRoutes, noImport, noImportAnswer } from './imports.ts';

const COLUMNS = ['file', 'line', 'field', 'reason', 'original'] as const;

const binary = (description: string) => ({ type: 'string', format: 'binary', description });
const exampleLine = {
  file: 'offers.csv',
  line: 7,
  field: 'listingPrice',
  reason: 'must be a number',
  original: 'A1,SKU-7,abc',
};

/** The lines of an import that were rejected, with their reasons. */
export const rejectedRoutes =
  ({ imports }: ImportRoutes) =>
  (scope: FastifyInstance) => {
    scope.get('/imports/:importId/rejected', {
      config: { right: 'operator:market:read' },
      schema: {
        operationId: 'getRejectedLines',
        summary: 'Download rejected lines',
        description:
          'The lines that the last check or application of an import rejected, with file, line, field and reason. The first problem of a line has ' +
          'its text, so that it can be corrected. Of a run of `npm run import` it has the first 100,000; the file that the command names has all.',
        params: ImportParams,
        querystring: RejectedQuery,
        response: {
          200: {
            description: 'The rejected lines.',
            content: {
              'application/jsonl': {
                schema: binary('A line of JSON for each problem.'),
                examples: { JSONL: { value: `${JSON.stringify(exampleLine)}\n` } },
              },
              'text/csv': {
                schema: binary('CSV (RFC 4180).'),
                examples: {
                  CSV: {
                    value: `${COLUMNS.join(',')}\r\n${writeCsvRow(COLUMNS.map((name) => String(exampleLine[name])))}`,
                  },
                },
              },
            },
          },
          ...noImportAnswer,
        },
      },
      handler: async (request, reply) => {
        const { importId } = request.params as Static<typeof ImportParams>;
        const { format = 'JSONL' } = request.query as Static<typeof RejectedQuery>;
        const run = await imports.find(importId);
        if (run === undefined) throw noImport();
        const lines = existing(imports.read(importId, 'rejected'));
        const name = `rejected-${importId}.${format.toLowerCase()}`;
        void reply
          .type(format === 'CSV' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}"`)
          .header('cache-control', 'no-store')
          .header('x-content-type-options', 'nosniff');
        return reply.send(Readable.from(format === 'CSV' ? asCsv(lines) : lines));
      },
    });
  };

/** None until the first check has ended. */
async function* existing(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if ((error as Error).name !== 'MissingImportFileError') throw error;
  }
}

async function* asCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of chunks) {
    const lines = (held + decoder.decode(chunk, { stream: true })).split('\n');
    held = lines.pop() ?? '';
    const rows = lines.filter((line) => line !== '').map(rowOf);
    if (rows.length > 0) yield rows.join('');
  }
}

function rowOf(line: string): string {
  const problem = JSON.parse(line) as Partial<Record<string, string | number>>;
  return writeCsvRow(COLUMNS.map((name) => String(problem[name] ?? '')));
}
