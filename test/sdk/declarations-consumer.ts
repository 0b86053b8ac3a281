import type {
  BuyBoxChangedData,
  CreateDestination,
  ErrorCode,
  Errors,
  Events,
  FeesReportLine,
  ItemCondition,
  Listing,
  Message,
  OffersAnswer,
  OnRetry,
  PositionsReportLine,
  SellerClient,
  SellerEvent,
} from '../../sdk/src/index.ts';

// A program that uses the SDK's types as an integration does. `tsc` checks it; nothing runs it. test/sdk/declarations.test.ts compiles
// it against the emitted declarations, with other libraries.

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const mustBe = <_Holds extends true>() => undefined;

export function kinds(event: SellerEvent): string {
  if (event.type === 'BUY_BOX_CHANGED') {
    mustBe<Equal<typeof event.data, BuyBoxChangedData>>();
    return event.data.Change === 'WON' ? event.data.MyOffers.map(({ SellerSKU }) => SellerSKU).join() : event.sequence;
  }
  switch (event.type) {
    case 'TEST_NOTIFICATION':
      // @ts-expect-error A test notification has no sequence.
      return `${event.data.message} ${event.sequence}`;
    case 'PRICING_HEALTH':
      return event.data.Offers.map(({ FailingGates }) => FailingGates.length).join();
    case 'PRICE_CHANGED':
      return `${event.data.TermsRevision} ${event.data.ChangedBy.Kind}`;
    case 'ANY_OFFER_CHANGED':
    case 'FEE_PROMOTION':
    case 'FEE_CHANGED':
    case 'DESTINATION_SUSPENDED':
    case 'CREDENTIAL_EXPIRING':
    case 'REPORT_READY':
      return event.sequence;
    default:
      // A kind of a later version: text, and data of an unknown shape.
      mustBe<Equal<(typeof event.data)[string], unknown>>();
      return event.type;
  }
}

mustBe<Equal<Events['events'][number], SellerEvent>>();
mustBe<Equal<Message['event'], SellerEvent>>();
mustBe<Equal<ItemCondition, 'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club'>>();

/** Open sets offer their words and let others pass. */
export const codes: ErrorCode[] = ['InvalidInput', 'QuotaExceeded', 'SomethingNew'];
export const isLosing = ({ State, LastChanged }: Listing) => State === 'losing' && LastChanged !== undefined;

export async function results(client: SellerClient): Promise<OffersAnswer | undefined> {
  const path = { SellerSKU: 'DEMO-SKU-1' };
  const query = { MarketplaceId: 'STORE_US', ItemCondition: 'New' } as const;
  const { payload } = await client.getListingOffers({ path, query });
  mustBe<Equal<typeof payload.Offers, OffersAnswer['payload']['Offers']>>();

  const headers = { 'if-none-match': '"Vk1a"', 'x-request-id': '4f7c' };
  const result = await client.getListingOffers({ path, query, headers, throwOnError: false });
  if (result.status === 304) mustBe<Equal<typeof result.body, undefined>>();
  if (result.status === 404) mustBe<Equal<typeof result.body, Errors>>();
  const etag: string | null = result.headers.get('etag');
  const deleted = await client.deleteDestination({ path: { channelId: 'ch_1' }, throwOnError: false });
  // @ts-expect-error Deleting cannot answer 304.
  if (deleted.status === 304) return undefined;
  if (deleted.status === 204) mustBe<Equal<typeof deleted.body, void>>();
  return result.status === 200 && etag !== null ? result.body : undefined;
}

/** Options that a function passes on, or that come from settings: undefined is as good as absent. */
export async function passedOn(client: SellerClient, signal?: AbortSignal, after?: string): Promise<void> {
  const onRetry: OnRetry = ({ code }, delayMs) => void `${code} ${delayMs}`;
  await client.getMarketplaceParticipations({ signal, deadlineMs: undefined });
  for await (const { sequence } of client.events({ after, onRetry, signal })) mustBe<Equal<typeof sequence, string>>();
  for await (const { signal: lost } of client.messages('ch_1', { signal, onRetry })) lost.throwIfAborted();
  for await (const { SellerSKU } of client.listings({ query: { MarketplaceId: 'STORE_US' }, signal })) void SellerSKU;
}

export async function mistakes(client: SellerClient): Promise<void> {
  const path = { SellerSKU: 'DEMO-SKU-1' };
  // @ts-expect-error No such condition.
  await client.getListingOffers({ path, query: { MarketplaceId: 'STORE_US', ItemCondition: 'Old' } });
  // @ts-expect-error No MarketplaceId.
  await client.getListingOffers({ path, query: { ItemCondition: 'New' } });
  // @ts-expect-error No path.
  await client.getListingOffers({ query: { MarketplaceId: 'STORE_US', ItemCondition: 'New' } });
  // @ts-expect-error No such kind of event.
  await client.createDestination({ body: { eventTypes: ['BUY_BOX_LOST'] } });
  // @ts-expect-error The generator's way to another client is closed.
  await client.getMarketplaceParticipations({ client: undefined as unknown as object });
  // @ts-expect-error An absent field is left out, it is not undefined.
  const destination: CreateDestination = { channelName: undefined };
  await client.createDestination({ body: destination, headers: { 'idempotency-key': 'a-key-of-mine' } });
  // null removes a choice.
  await client.changeDestination({ path: { channelId: 'ch_1' }, body: { filter: null, windowSeconds: 300 } });
  const acknowledged = await client.acknowledgeMessages({ path: { channelId: 'ch_1' }, body: { receiptHandles: [] } });
  for (const { status } of acknowledged.results) mustBe<Equal<typeof status, 'ACKNOWLEDGED' | 'STALE'>>();
}

/** A report's lines have the columns of its type, and a report that exists any. */
export async function reports(client: SellerClient): Promise<number> {
  let fees = 0;
  for await (const line of client.report({ reportType: 'FEES', marketplaceIds: ['STORE_US'] })) {
    mustBe<Equal<typeof line, FeesReportLine>>();
    mustBe<Equal<(typeof line)['FinalFee'], number | undefined>>();
    mustBe<Equal<(typeof line)['SellerSKU'], string>>();
    if (line.removed) continue;
    // @ts-expect-error Lines of fees have no such column.
    fees += (line.FinalFee ?? 0) + line.GapToBuyBox;
  }
  for await (const line of client.report<PositionsReportLine>({ reportId: 'rep_1' })) fees += line.GapToBuyBox ?? 0;
  for await (const line of client.report({ reportId: 'rep_1' })) mustBe<Equal<(typeof line)['GapToBuyBox'], unknown>>();
  for await (const { reportId, state } of client.reports({ query: { states: ['DONE'] } }))
    fees += reportId.length + state.length;
  return fees;
}
