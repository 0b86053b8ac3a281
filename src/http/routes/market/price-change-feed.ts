import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Static } from 'typebox';
import type { OperatorCaller } from '../../../domain/audit/operator-caller.ts';
import { OPERATOR_RIGHT } from '../../../domain/authorization/rights.ts';
import { Fault } from '../../../domain/fault.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import type { Identity } from '../../../identity/identity.ts';
import type { Market } from '../../../market/market.ts';
import type { FeedPage } from '../../../market/price-changes/feed.ts';
import type { OutcomeToSettle, SettledOutcome } from '../../../market/price-changes/outcome-piece.ts';
import {
  DEFAULT_LINES,
  noChangesExample,
  PriceChangeFeedAnswer,
  PriceChangeFeedQuery,
  writeFeed,
} from '../../../wire/market/price-change-feed.ts';
import {
  OutcomesAnswer,
  OutcomesBody,
  readOutcome,
  unknownChangeExample,
  writeOutcomes,
} from '../../../wire/market/price-change-outcomes.ts';
import { unknownMarketplace } from '../../../wire/marketplace-id.ts';
import { Type } from '../../../wire/type.ts';
import { successOf } from '../../answers/success.ts';
import { mustStillBeValid } from '../../guards/bearer.ts';
import { LongPolls } from '../long-poll.ts';
import { operatorCallerOf } from '../operator-caller.ts';
import { preferChangeHeader, preferenceApplied, waitSecondsOf } from '../prefer.ts';

/** How often a long poll looks for changes. */
const POLL_MS = 200;

/** Settles changes by their outcomes, and records who sent them. */
export type SettleOutcomes = (
  outcomes: readonly OutcomeToSettle[],
  caller: OperatorCaller,
) => Promise<SettledOutcome[]>;

/** Price changes of sellers for the operator's system, and what it says about those that wait for it (decisions 47 and 49). */
export const priceChangeFeedRoutes =
  (market: Market, identity: Identity, settle: SettleOutcomes) => (scope: FastifyInstance) => {
    const { facts, priceChangeFeed: feed } = market;
    const longPolls = new LongPolls(scope);

    scope.get('/priceChanges', {
      config: { right: 'operator:market:read' },
      schema: {
        operationId: 'getPriceChangeFeed',
        summary: 'Follow price changes',
        description:
          'The price changes of a marketplace in the order of their numbers, which have no gaps: in `direct` what was applied, in ' +
          '`confirmed` what waits for an outcome. Each is shown as it is now. With `Prefer: wait=N` the answer waits for the first ' +
          'change after `after`.',
        querystring: PriceChangeFeedQuery,
        headers: Type.Object(preferChangeHeader),
        response: {
          200: successOf(PriceChangeFeedAnswer, 'A page of price changes.', noChangesExample, preferenceApplied),
        },
      },
      handler: async (request, reply) => {
        const query = request.query as Static<typeof PriceChangeFeedQuery>;
        const { MarketplaceId: marketplaceId, after = 0, limit = DEFAULT_LINES } = query;
        const { currency } = known(marketplaceId, await facts.marketplaces());
        const waitSeconds = waitSecondsOf(request.headers.prefer);
        let page = await feed.page(marketplaceId, after, limit);
        if (after > page.latest) throw notThereYet(page);
        if (page.lines.length === 0 && waitSeconds) {
          await waitForLines(reply, { marketplaceId, after }, waitSeconds);
          page = await feed.page(marketplaceId, after, limit);
        }
        if (waitSeconds !== undefined) {
          await mustStillBeValid(identity, request);
          void reply.header('preference-applied', `wait=${waitSeconds}`);
        }
        void reply.header('cache-control', 'no-store');
        return writeFeed(page, { marketplaceId, currency, after });
      },
    });

    scope.post('/priceChanges/outcomes', {
      config: { right: OPERATOR_RIGHT },
      schema: {
        operationId: 'settlePriceChanges',
        summary: 'Say what became of price changes',
        description:
          'With `PRICE_CHANGES=confirmed`: what your system did with changes that wait for it. A change that you applied is in force ' +
          'when this is answered. You can send the same outcomes again without harm. An outcome that comes after the time-out counts.',
        body: OutcomesBody,
        response: { 200: successOf(OutcomesAnswer, 'What became of each change.', unknownChangeExample) },
      },
      handler: async (request) => {
        const { outcomes } = request.body as Static<typeof OutcomesBody>;
        const sent = outcomes.map((outcome) => ({
          id: outcome.priceChangeId,
          read: (currency: string) => readOutcome(outcome, currency, market.now()),
        }));
        const settled = await settle(sent, operatorCallerOf(request));
        const currencies = new Map((await facts.marketplaces()).map((one) => [one.marketplaceId, one.currency]));
        return writeOutcomes(settled, (marketplaceId) => currencies.get(marketplaceId) ?? '');
      },
    });

    async function waitForLines(
      reply: FastifyReply,
      { marketplaceId, after }: { marketplaceId: string; after: number },
      seconds: number,
    ): Promise<void> {
      const poll = longPolls.begin(reply, seconds);
      try {
        do await poll.pause(POLL_MS);
        while (poll.isOpen && !(await feed.hasLinesAfter(marketplaceId, after)));
      } finally {
        poll.end();
      }
    }
  };

function known(marketplaceId: string, marketplaces: readonly Marketplace[]): Marketplace {
  const found = marketplaces.find((one) => one.marketplaceId === marketplaceId);
  if (found) return found;
  throw new Fault('InvalidInput', unknownMarketplace('MarketplaceId', marketplaceId, marketplaces));
}

/** The caller's number is of another marketplace, or of a store that was restored since: an empty page would hide that for ever. */
const notThereYet = ({ latest }: FeedPage) =>
  new Fault('InvalidInput', {
    message: 'after is not valid.',
    details: `Query parameter after must be at most ${latest}, the number of the marketplace's last change.`,
  });
