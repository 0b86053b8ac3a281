import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import type { Market } from '../../../market/market.ts';
import type { LimitsScope } from '../../../market/price-changes/limits-table.ts';
import type { LimitsOutcome } from '../../../market/price-changes/listing-limits.ts';
import { limitsCsvExample, limitsPageExample, limitsResultsExamples } from '../../../wire/pricing/examples/limits.ts';
import {
  LimitsPageAnswer,
  LimitsResultsAnswer,
  writeChanged,
  writeLimits,
} from '../../../wire/pricing/price-changes/limits.ts';
import {
  CSV_TYPE,
  limitsCsvHeader,
  readLimitsCsv,
  writeLimitsCsv,
} from '../../../wire/pricing/price-changes/limits-csv.ts';
import {
  LimitsListBody,
  LimitsPageQuery,
  LimitsQuery,
  MAX_LIMITED_LISTINGS,
  readLimitsList,
  type WantedListing,
} from '../../../wire/pricing/price-changes/limits-request.ts';
import { Type } from '../../../wire/type.ts';
import { successOf, successWith } from '../../answers/success.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { weightOf } from '../../requests/prefers-page.ts';
import { bodyCheck } from '../../requests/validator.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { readPageToken, writePageToken } from '../page-token.ts';
import { costReadingOf, mayReadCosts } from './cost-reading.ts';
import { type LimitsService, loosening, looseningAnswers, setPermitted } from './limits.ts';
import { presentPrices, shownLimits } from './present-price.ts';

const listDescription = `The caller's listings with limits or a cost, page by page, in the order of SKUs. With \`Accept: ${CSV_TYPE}\` the answer is a
file with all of them, without pages, which \`PUT\` takes. Its cells are harmless in spreadsheet programs: one that such a program would run
begins with an apostrophe. It has the column Cost only for callers with the right seller-api:costs:read.`;

const setDescription = `Replaces the limits of up to ${MAX_LIMITED_LISTINGS} of the caller's listings, each as \`setLimits\` does, in one
transaction. Listings that are not named keep theirs. An unknown SKU has the status INVALID_SKU, and the others are set. When anything
else is wrong, or one of the limits needs a right that the caller does not have, nothing is set.

The body is JSON, or with \`Content-Type: ${CSV_TYPE}\` a file with the columns SellerSKU, MinimumPrice, MaximumPrice, MinimumNet and
perhaps Cost, with amounts in the currency of the marketplace. An empty cell removes a limit, or the cost. Without the column the
costs stay. A wrong line is named by its number.`;

/** Decision 50: limits of many listings, as JSON and as CSV. */
export const listLimitsRoutes = (service: LimitsService) => (scope: FastifyInstance) => {
  const { market } = service;
  scope.get('/listings/limits', {
    config: { right: 'seller-api:pricing:read' },
    schema: {
      operationId: 'listLimits',
      summary: 'List limits',
      description: listDescription,
      querystring: LimitsPageQuery,
      response: {
        200: answerWithCsv(successOf(LimitsPageAnswer, 'A page of listings with limits.', limitsPageExample)),
      },
    },
    handler: async (request, reply) => {
      const { MarketplaceId, pageSize = 100, nextToken } = request.query as Static<typeof LimitsPageQuery>;
      const marketplace = checkMarketplace(MarketplaceId, await market.facts.marketplaces());
      const owner = { marketplaceId: MarketplaceId, sellerId: sellerOf(request) };
      void reply.header('vary', 'authorization, accept').header('cache-control', 'private, no-cache');
      if (wantsCsv(request))
        return reply
          .type(`${CSV_TYPE}; charset=utf-8`)
          .send(Readable.from(linesOf(market, request, owner, marketplace)));
      const list = { scope: JSON.stringify(owner), checksum: 'first' } as const;
      const after = nextToken === undefined || nextToken === '' ? '' : readPageToken(list, nextToken, skuIn);
      const found = await market.limits.page(owner, { after, limit: pageSize + 1, cost: costReadingOf(request) });
      const page = found.slice(0, pageSize);
      return {
        payload: {
          MarketplaceId,
          Listings: page.map(({ sku, limits, changedMs }) => ({
            SellerSKU: sku,
            Limits: writeLimits(limits, marketplace.currency),
            LastChanged: writeChanged(changedMs),
          })),
          nextToken: found.length > page.length ? writePageToken(list, page.at(-1)?.sku ?? '') : undefined,
        },
      };
    },
  });

  // A separate scope, because only this route takes CSV.
  scope.register(async (files) => {
    files.addContentTypeParser(CSV_TYPE, { parseAs: 'buffer' }, (_request, body: Buffer, done) =>
      isUtf8(body) ? done(null, new CsvBody(body.toString('utf8'))) : done(notUtf8()),
    );

    files.put('/listings/limits', {
      config: { right: 'seller-api:pricing:write', documentedBody },
      schema: {
        operationId: 'setManyLimits',
        summary: 'Set limits of many SKUs',
        description: `${setDescription}\n\n${loosening}`,
        querystring: LimitsQuery,
        body: Type.Object({}),
        response: {
          200: successWith(LimitsResultsAnswer, 'What became of the limits.', limitsResultsExamples),
          ...looseningAnswers,
        },
      },
      handler: async (request) => {
        const { MarketplaceId } = request.query as Static<typeof LimitsQuery>;
        const marketplace = checkMarketplace(MarketplaceId, await market.facts.marketplaces());
        const owner = { marketplaceId: MarketplaceId, sellerId: sellerOf(request) };
        const outcomes = await setPermitted(service, request, owner, wantedIn(request, marketplace));
        const outsideOf = await presentPrices(market, request, owner, outcomes);
        const Results = outcomes.map((outcome) => ({
          ...resultOf(outcome, request, marketplace.currency),
          ...(outcome.state !== 'unknown' && { PresentPriceOutside: outsideOf(outcome) }),
        }));
        return { payload: { MarketplaceId, Results } };
      },
    });
  });
};

class CsvBody {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const csvShape = { type: 'string', description: 'One listing a line, after a line of column names.' };

const documentedBody = {
  content: {
    'application/json': { schema: LimitsListBody },
    [CSV_TYPE]: { schema: { ...csvShape, examples: [limitsCsvExample] } },
  },
};

const answerWithCsv = (answer: ReturnType<typeof successOf>) => ({
  ...answer,
  content: { ...answer.content, [CSV_TYPE]: { schema: csvShape, examples: { Success: { value: limitsCsvExample } } } },
});

const problemsOfList = bodyCheck(LimitsListBody);

/** Throws a fault that names every field, or every line, which is wrong. */
function wantedIn({ body }: FastifyRequest, marketplace: Marketplace): WantedListing[] {
  if (body instanceof CsvBody) return readLimitsCsv(body.text, marketplace.currency);
  const problems = problemsOfList(body);
  if (problems !== undefined) throw new Fault('InvalidInput', problems);
  return readLimitsList(body as Static<typeof LimitsListBody>, marketplace);
}

function resultOf(outcome: LimitsOutcome, request: FastifyRequest, currency: string) {
  if (outcome.state === 'unknown') return { SellerSKU: outcome.sku, status: 'INVALID_SKU' };
  return {
    SellerSKU: outcome.sku,
    status: outcome.state === 'changed' ? 'CHANGED' : 'UNCHANGED',
    Limits: writeLimits(shownLimits(outcome, request), currency),
  };
}

const skuIn = (position: string) => (position.includes('\0') ? undefined : position);

/** Who names both types with one weight did not have to name CSV: JSON is what comes without it. */
const wantsCsv = ({ headers: { accept = '' } }: FastifyRequest) => {
  const weight = weightOf(CSV_TYPE, accept);
  return weight > 0 && weight >= weightOf('application/json', accept);
};

/** Page by page, as fast as the client reads. */
async function* linesOf(
  market: Market,
  request: FastifyRequest,
  owner: LimitsScope,
  { currency }: Marketplace,
): AsyncGenerator<string> {
  const columns = { currency, hasCost: mayReadCosts(request) };
  yield limitsCsvHeader(columns);
  let after = '';
  for (;;) {
    const page = await market.limits.page(owner, { after, limit: MAX_LIMITED_LISTINGS, cost: costReadingOf(request) });
    if (page.length > 0) yield writeLimitsCsv(page, columns);
    if (page.length < MAX_LIMITED_LISTINGS) return;
    after = page.at(-1)?.sku ?? '';
  }
}

function notUtf8(): Fault {
  const details = 'Save the file as CSV in UTF-8; the body holds bytes that are not.';
  return new Fault('InvalidInput', { message: 'The body is not UTF-8 text.', details });
}
