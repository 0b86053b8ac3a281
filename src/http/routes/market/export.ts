import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { OperatorCaller } from '../../../domain/audit/operator-caller.ts';
import { Fault } from '../../../domain/fault.ts';
import type { ExportedPart } from '../../../market/export/exported-records.ts';
import type { Market } from '../../../market/market.ts';
import { ExportQuery } from '../../../wire/market/export.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { operatorCallerOf } from '../operator-caller.ts';

/** Begins an export, and records it. Undefined: too many run in this process. */
export type BeginExport = (part: ExportedPart, caller: OperatorCaller) => Promise<Readable | undefined>;

const TOO_MANY = {
  message: 'Too many exports run.',
  details: 'Two go on in this process: try again when one has ended.',
};

const binary = (description: string) => ({ type: 'string', format: 'binary', description });
const example = {
  ...{ kind: 'item', marketplaceId: 'STORE_US', itemId: 'ITEM000001', category: 'electronics' },
};

/** `GET /operator/v1/export`: what `npm run export` writes, without a shell on the machine. */
export const exportRoutes = (market: Pick<Market, 'facts'>, beginExport: BeginExport) => (scope: FastifyInstance) => {
  scope.get('/export', {
    config: { right: 'operator:market:write' },
    schema: {
      operationId: 'exportMarket',
      summary: 'Download market data',
      description:
        'The market records as `npm run export` writes them, as JSON lines that an import reads in this order: those of one instant, however long ' +
        'the download takes. It goes out as fast as you read, for 5 minutes at most: a download that breaks off is incomplete, and cannot go on. ' +
        'Use `compression=GZIP`, single kinds and single marketplaces for large markets, or the command. Records of sellers have their addresses, ' +
        'so it needs `operator:market:write`, and is in the audit log.',
      querystring: ExportQuery,
      response: {
        200: {
          description: 'The records.',
          content: {
            'application/jsonl': {
              schema: binary('A record in each line.'),
              examples: { JSONL: { value: `${JSON.stringify(example)}\n` } },
            },
            'application/gzip': {
              schema: binary('With compression=GZIP.'),
              examples: { GZIP: { value: 'The bytes of a gzip file.' } },
            },
          },
        },
        409: answerOf('Conflict', list, TOO_MANY),
      },
    },
    handler: async (request, reply) => {
      const { kind: kinds, marketplaceId, compression } = request.query as Static<typeof ExportQuery>;
      if (marketplaceId !== undefined)
        checkMarketplace(marketplaceId, await market.facts.marketplaces(), 'marketplaceId');
      const part = { ...(kinds && { kinds }), ...(marketplaceId !== undefined && { marketplaceId }) };
      const lines = await beginExport(part, operatorCallerOf(request));
      if (lines === undefined) throw new Fault('Conflict', TOO_MANY);
      const isGzip = compression === 'GZIP';
      void reply
        .type(isGzip ? 'application/gzip' : 'application/jsonl; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName(part)}${isGzip ? '.gz' : ''}"`)
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff');
      return reply.send(isGzip ? compressed(lines) : lines);
    },
  });
};

/** `market-offer.jsonl`. Ids of marketplaces have characters that a header cannot hold. */
const fileName = ({ kinds = [] }: ExportedPart): string => `market${kinds.map((kind) => `-${kind}`).join('')}.jsonl`;

/** A reader that goes away ends the reading, and a failure of the reading breaks the answer off. */
function compressed(lines: Readable): Readable {
  const gzip = createGzip();
  lines.once('error', (error) => gzip.destroy(error));
  gzip.once('close', () => lines.destroy());
  return lines.pipe(gzip);
}
