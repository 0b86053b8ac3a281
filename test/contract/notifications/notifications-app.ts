import assert from 'node:assert/strict';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Caller } from '../../../src/domain/authorization/rights.ts';
import { checkWebhookUrl } from '../../../src/domain/notifications/addresses/webhook-url.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf, type Service } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import type { Identity } from '../../../src/identity/identity.ts';
import { openMarket } from '../../../src/market/market.ts';
import type { Engine } from '../../db/engines.ts';
import { startApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { mustHoldEvents } from '../../harness/event-check.ts';
import { startProvider } from '../../harness/provider.ts';
import { recordOf } from '../../harness/record-of.ts';
import { notificationsOn } from '../../notifications/notification-store.ts';

export const ME = 'A1DEMOSELLER';
export const RIVAL = 'A2DEMORIVAL';
/** A seller without a registered contact: the operator has imported no record of it. */
export const STRANGER = 'A9STRANGER';
export const HOOK = 'https://hooks.seller.example/in';
export const BASE = '/notifications/v4';

const seller = { kind: 'seller', plan: 'Professional', feedbackRating: 99, feedbackCount: 5, featuredMerchant: true };
const records = [
  { kind: 'marketplace', marketplaceId: 'STORE_CA', name: 'CA', countryCode: 'CA', currency: 'CAD', isDefault: false },
  { kind: 'marketplace', marketplaceId: 'STORE_US', name: 'US', countryCode: 'US', currency: 'USD', isDefault: true },
  { ...seller, sellerId: ME, name: 'Demo & Sons', email: 'demo@store.example', phone: '+12065550123' },
  { ...seller, sellerId: RIVAL, email: 'rival@store.example' },
];

/** An application that a seller allows to read only. The test provider does not know it. */
const reader = (token: string): Caller | undefined => {
  const [, sellerId] = /^reader\.(.+)$/.exec(token) ?? [];
  const rights = new Set(['seller-api:notifications:read'] as const);
  return sellerId === undefined ? undefined : { grant: 'own', clientId: 'reader', sellerId, rights };
};

export type NotificationApi = Awaited<ReturnType<typeof openNotificationApi>>;
export type Sent = Record<string, unknown>;
export type Options = { headers?: Record<string, string>; token?: string };

const policy = { allow: [], loopback: false, ownPorts: [], forbidden: [] };

/**
 * The notification endpoints on their own store, with a clock that only the test moves. Every answer is checked against the
 * OpenAPI document.
 */
export async function openNotificationApi(engine: Engine, more: Partial<Service> = {}) {
  const db = await (await engine.migrated()).open();
  const store = notificationsOn(db);
  const market = openMarket(db, Date.now);
  await market.writer.apply(records.map(recordOf), { boards: 'now' });
  const provider = await startProvider();
  /** Tokens that are not valid any more. */
  const withdrawn = new Set<string>();
  const identity: Identity = {
    ...provider.identity,
    cachedCaller: (token: string) => reader(token) ?? provider.identity.cachedCaller(token),
    callerOf: (token: string) =>
      withdrawn.has(token) ? undefined : (reader(token) ?? provider.identity.callerOf(token)),
    isKnown: (token: string) => reader(token) !== undefined || provider.identity.isKnown(token),
    provenCaller: (token: string) => reader(token) ?? provider.identity.provenCaller(token),
  };
  const { app, logLines } = await startApp({
    groups: pathGroupsOf({
      ...bareService,
      market,
      notifications: store.notifications,
      identity,
      receivers: { checkUrl: (text) => checkWebhookUrl(text, policy) },
      consoleClientId: CONSOLE,
      ...more,
    }),
    guards: { bearer: bearerGuard(identity, createRateLimits(GENEROUS_PLAN)) },
  });
  const mustFit = await documentedBy(app);

  const send = async (
    method: string,
    path: string,
    body: unknown,
    { token = `for.${ME}`, headers = {} }: Options = {},
  ) => {
    const request: InjectOptions = {
      method: method as 'GET',
      url: `${BASE}${path}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
    };
    if (body !== undefined) {
      request.headers = { 'content-type': 'application/json', ...request.headers };
      request.payload = typeof body === 'string' ? body : JSON.stringify(body);
    }
    const answer = await app.inject(request);
    mustFit(method, documentedPath(`${BASE}${path}`), answer);
    if (answer.body !== '') mustHoldEvents(answer.json());
    return answer;
  };

  const api = {
    ...store,
    app,
    logLines,
    withdrawn,
    get: (path: string, options?: Options) => send('GET', path, undefined, options),
    post: (path: string, body?: unknown, options?: Options) => send('POST', path, body, options),
    patch: (path: string, body?: unknown, options?: Options) => send('PATCH', path, body, options),
    delete: (path: string, options?: Options) => send('DELETE', path, undefined, options),
    /** Creates a destination; fails when the answer is not 200. */
    async create(body: Sent, options?: Options) {
      return good(await api.post('/destinations', body, options));
    },
    async close() {
      await app.close();
      await provider.close();
    },
  };
  return api;
}

const documentedPath = (url: string) =>
  url
    .replace(/\?.*$/s, '')
    .replace(/\/destinations\/[^/]+/, '/destinations/{channelId}')
    .replace(/\/deliveries\/[^/]+/, '/deliveries/{deliveryId}')
    .replace(/\/subscriptions\/[^/]+/, '/subscriptions/{notificationType}')
    .replace(/\{notificationType\}\/(?!testNotification$).+/, '{notificationType}/{subscriptionId}');

export function good(answer: LightMyRequestResponse, status = 200) {
  assert.equal(answer.statusCode, status, answer.body);
  return answer.json();
}

/** The texts of the errors; fails when the answer has another status or code. */
export function errorsOf(answer: LightMyRequestResponse, status: number, code: string): string {
  assert.equal(answer.statusCode, status, answer.body);
  const { errors } = answer.json() as { errors: { code: string; message: string; details: string }[] };
  assert.deepEqual([...new Set(errors.map((one) => one.code))], [code]);
  return errors.map((one) => `${one.message} ${one.details}`).join('\n');
}

export const token = (sellerId: string) => ({ token: `for.${sellerId}` });

/** An application that a seller authorized. */
export const delegated = (application: string, sellerId: string = ME) => ({ token: `${application}.for.${sellerId}` });

/** The console's client, by its setting. */
export const CONSOLE = 'the-console';
