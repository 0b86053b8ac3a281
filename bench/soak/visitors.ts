import { setTimeout as sleep } from 'node:timers/promises';
import { SolutionProvider } from '../../test/e2e/solution-provider.ts';
import type { Callers } from '../requests/callers.ts';
import { MARKETPLACE } from '../requests/headers.ts';
import type { LoadRequest } from '../requests/load.ts';
import { answerOf, type FreshTokens } from './fresh-tokens.ts';
import type { Gate } from './gate.ts';

const CONSUMERS = 4;
const TABS = 4;
const REPORT_EVERY_MS = 20_000;
const TAB_POLLS_MS = 5_000;
const CHANGE_EVERY_MS = 1_000;
const SIGN_IN_EVERY_MS = 4_000;
/** A visitor who was refused comes back. */
const AFTER_FAILURE_MS = 1_000;
const MAX_REASON = 200;

export type Visits = {
  readonly base: string;
  readonly issuer: string;
  readonly callers: Callers;
  readonly tokens: FreshTokens;
  readonly gate: Gate;
  /** The person who signs in. */
  readonly email: string;
  readonly password: string;
  readonly isOver: () => boolean;
};

/** How often each kind of visitor did what it does, and what went wrong. */
export type VisitCounts = { readonly done: Map<string, number>; readonly failed: Map<string, number> };

/**
 * All that is no single request: consumers of pull queues, reports, tabs of the console, sellers who change their prices, and people who sign in.
 * Resolves when the run is over.
 */
export async function visit(visits: Visits, counts: VisitCounts): Promise<void> {
  const visitor = (kind: string, pauseMs: number, go: () => Promise<void>) =>
    repeated(visits, counts, { kind, pauseMs, go });
  const channels = [...visits.callers.channels];
  const provider = await SolutionProvider.register({ base: visits.base, issuer: visits.issuer });
  const consumers = channels
    .slice(0, CONSUMERS)
    .map(([sellerId, channelId]) => visitor('pulls', 0, () => pull(visits, sellerId, channelId)));
  const tabs = channels.slice(CONSUMERS, CONSUMERS + TABS).map(([sellerId]) => {
    const tab = { after: 0 };
    return visitor('console tabs', TAB_POLLS_MS, () => poll(visits, sellerId, tab));
  });
  let turn = 0;
  await Promise.all([
    ...[...consumers, ...tabs],
    visitor('reports', REPORT_EVERY_MS, () => report(visits, channels[turn++ % channels.length]?.[0] ?? '')),
    visitor('price changes', CHANGE_EVERY_MS, () => changePrice(visits, turn++)),
    visitor('sign-ins', SIGN_IN_EVERY_MS, () => signIn(provider, visits)),
  ]);
  provider.close();
}

type Visitor = { kind: string; pauseMs: number; go: () => Promise<void> };

async function repeated(
  { gate, isOver }: Visits,
  { done, failed }: VisitCounts,
  { kind, pauseMs, go }: Visitor,
): Promise<void> {
  while (!isOver()) {
    try {
      await gate.through(go);
      done.set(kind, (done.get(kind) ?? 0) + 1);
      await sleep(pauseMs);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // A sign-in that fails says the whole page.
      const what = `${kind}: ${reason.replaceAll(/\s+/g, ' ').slice(0, MAX_REASON)}`;
      failed.set(what, (failed.get(what) ?? 0) + 1);
      await sleep(AFTER_FAILURE_MS);
    }
  }
}

function asked(visits: Visits, sellerId: string, call: Pick<LoadRequest, 'method' | 'path'> & { body?: object }) {
  const token = visits.tokens.of(visits.callers.tokens.get(sellerId) ?? '');
  const { body, ...rest } = call;
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  return answerOf(visits.base, { ...rest, headers, ...(body && { body: JSON.stringify(body) }) });
}

async function pull(visits: Visits, sellerId: string, channelId: string): Promise<void> {
  const path = `/notifications/v4/destinations/${channelId}`;
  const received = await asked(visits, sellerId, {
    ...{ method: 'POST', path: `${path}/receive`, body: { maxMessages: 100, waitSeconds: 5 } },
  });
  const { messages } = received as { messages: { receiptHandle: string }[] };
  const receiptHandles = messages.map(({ receiptHandle }) => receiptHandle);
  if (receiptHandles.length > 0)
    await asked(visits, sellerId, { method: 'POST', path: `${path}/acknowledge`, body: { receiptHandles } });
}

/** What an open page of the console asks. */
async function poll(visits: Visits, sellerId: string, tab: { after: number }): Promise<void> {
  const get = (path: string) => asked(visits, sellerId, { method: 'GET', path });
  await get('/console');
  await get(`/products/pricing/v4/listings?MarketplaceId=${MARKETPLACE}&pageSize=20`);
  await get('/notifications/v4/destinations');
  const { latestSequence = tab.after } = (await get(`/notifications/v4/events?after=${tab.after}&limit=50`)) as {
    latestSequence?: number;
  };
  tab.after = latestSequence;
}

async function report(visits: Visits, sellerId: string): Promise<void> {
  const body = { reportType: 'POSITIONS', marketplaceIds: [MARKETPLACE], format: 'CSV' };
  const { reportId } = (await asked(visits, sellerId, { method: 'POST', path: '/reports/v4/reports', body })) as {
    reportId: string;
  };
  for (;;) {
    const path = `/reports/v4/reports/${reportId}`;
    const found = (await asked(visits, sellerId, { method: 'GET', path })) as {
      state: string;
      reportDocumentId?: string;
    };
    if (found.state === 'FATAL' || found.state === 'CANCELLED') throw new Error(`a report is ${found.state}`);
    if (found.reportDocumentId !== undefined)
      return void (await asked(visits, sellerId, {
        ...{ method: 'GET', path: `/reports/v4/documents/${found.reportDocumentId}` },
      }));
    await sleep(500);
  }
}

async function changePrice(visits: Visits, turn: number): Promise<void> {
  const { catalogues, tokens } = visits.callers;
  const owners = catalogues.filter(({ sellerId }) => tokens.has(sellerId));
  const { sellerId, skus } = owners[turn % owners.length] as (typeof owners)[number];
  const price = { CurrencyCode: 'USD', Amount: (1_000 + (turn % 997)) / 100 };
  const SellerSKUs = [skus[turn % skus.length]];
  const body = { MarketplaceId: MARKETPLACE, strategy: { type: 'setTo', price }, SellerSKUs, Confirm: true };
  await asked(visits, sellerId, { method: 'POST', path: '/products/pricing/v4/priceChanges', body });
}

/** By the forms of the provider's pages. */
async function signIn(provider: SolutionProvider, { email, password }: Visits): Promise<void> {
  const connected = await provider.connectByForms(email, password);
  await provider.exchange(connected);
}
