import { seedRecords } from '../../src/cli/seed/records.ts';
import type { Config } from '../../src/config/config.ts';
import type { MarketRecord } from '../../src/domain/market/records/market-record.ts';
import { checkWebhookUrl } from '../../src/domain/notifications/addresses/webhook-url.ts';
import { GENEROUS_PLAN } from '../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../src/http/guards/rate-limit.ts';
import { createLog } from '../../src/log/log.ts';
import { StopSequence } from '../../src/processes/stop-sequence.ts';
import { openService } from '../../src/roles/service/service.ts';
import { egressPolicyOf } from '../../src/roles/settings/egress-policy.ts';
import { runWorker } from '../../src/roles/worker/worker.ts';
import { answerText } from '../contract/pricing/recorded-answers.ts';
import { type RecordedRequest, recordedRequests } from '../contract/pricing/recorded-requests.ts';
import { startApp } from '../harness/app.ts';
import { bareService } from '../harness/bare-service.ts';
import { startProvider } from '../harness/provider.ts';
import { recordOf } from '../harness/record-of.ts';

const log = createLog('silent');

const records: MarketRecord[] = [...seedRecords({ items: 40, sellers: 8, seed: 3 })].map(recordOf);
const offers = records.flatMap((record) => (record.kind === 'offer' && record.op === 'upsert' ? [record.value] : []));

/** A seller of the market. */
const SELLER = offers[0]?.sellerId ?? '';

/** Some requests about fees and prices of every kind. */
const marketRequests = Object.values(recordedRequests(offers)).flatMap((all) => all.filter((_, n) => n % 15 === 0));

/** The service as `npm start` composes it on the configured store, in this process, without a worker. */
export async function serviceOn(config: Config) {
  const stops = new StopSequence();
  const opened = await openService(config, { role: 'all', log, stops });
  const { db, market, notifications, vapid } = opened;
  const policy = egressPolicyOf(config, { isDemo: false });
  const provider = await startProvider();
  const receivers = { checkUrl: (text: string) => checkWebhookUrl(text, policy) };
  const { app } = await startApp({
    groups: pathGroupsOf({ ...bareService, market, notifications, receivers, pushKey: vapid.publicKey }),
    guards: { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) },
    logLevel: 'silent',
  });
  /** The whole answer as text, but for its time. */
  const ask = async (request: RecordedRequest, key?: string): Promise<string> => {
    const { method, url, sellerId, payload } = request;
    const headers = {
      'x-request-id': 'recorded',
      authorization: `Bearer for.${sellerId}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return answerText(request, answer, 'whole');
  };
  let isClosed = false;
  return {
    db,
    importMarket: () => market.writer.apply(records, { boards: 'now' }),
    /** A request of the seller to the notification endpoints. */
    notify: (method: 'GET' | 'POST', path: string, payload?: object, key?: string) =>
      ask({ method, url: `/notifications/v4${path}`, sellerId: SELLER, payload }, key),
    marketAnswers: () => Promise.all(marketRequests.map((request) => ask(request))),
    startWorker: () => runWorker(opened, policy),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await app.close();
      await provider.close();
      await stops.run();
    },
  };
}

export type Service = Awaited<ReturnType<typeof serviceOn>>;
