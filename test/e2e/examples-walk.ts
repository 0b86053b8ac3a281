import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_DESTINATIONS } from '../../src/domain/notifications/demo-ids.ts';
import { DocumentedExamples, type Sent } from './documented-examples.ts';

/** What follows the examples of an operation: requests that need a handle, a delivery or a code of an earlier answer. */
const afterwards: Readonly<
  Record<string, (examples: DocumentedExamples, answer: Sent, dataDir: string) => Promise<void>>
> = {
  async getCompetitivePricing(examples) {
    await examples.sendWith('getCompetitivePricing', { Skus: ['DEMO-SKU-1', 'NOPE'] });
  },

  async getPricing(examples) {
    await examples.sendWith('getPricing', { Skus: ['DEMO-SKU-1', 'NOPE'] });
  },

  async receiveMessages(examples, answer) {
    const queue = { channelId: DEMO_DESTINATIONS.PULL };
    const receiptHandles = handlesIn(answer);
    await examples.sendWith('extendMessages', queue, { receiptHandles, visibilityTimeoutSeconds: 60 });
    await examples.sendWith('giveBackMessages', queue, { receiptHandles });
    const again = await examples.unchecked('POST', `/notifications/v4/destinations/${queue.channelId}/receive`, {});
    await examples.sendWith('acknowledgeMessages', queue, { receiptHandles: handlesIn(again) });
  },

  async sendTestNotification(examples) {
    const path = `/notifications/v4/destinations/${DEMO_DESTINATIONS.WEBHOOKS}/deliveries?state=DELIVERED`;
    const { deliveries } = (await examples.unchecked('GET', path)).body as { deliveries: { deliveryId: string }[] };
    await examples.sendWith('getDelivery', { deliveryId: deliveries[0]?.deliveryId ?? '' });
  },

  async changePrices(examples, answer) {
    const { payload } = answer.body as { payload: { Receipts: { PriceChangeId: string }[] } };
    const PriceChangeId = payload.Receipts[0]?.PriceChangeId ?? '';
    await examples.sendWith('undoPriceChange', { PriceChangeId }, {});
    await examples.sendWith('getPriceChange', { PriceChangeId });
    await examples.sendWith('getPriceChanges', { SellerSKU: 'DEMO-SKU-26', limit: '1' });
  },

  async confirmDestination(examples, _answer, dataDir) {
    const settings = { channelName: 'Stock room', smsConfig: { phoneNumber: '+15035550199' } };
    const created = await examples.unchecked('POST', '/notifications/v4/destinations', settings);
    const { channelId } = created.body as { channelId: string };
    const test = { destinationId: channelId };
    await examples.unchecked('POST', '/notifications/v4/subscriptions/SMS/testNotification', test, 'wait=10');
    await examples.sendWith('confirmDestination', { channelId }, { code: newestCode(join(dataDir, 'outbox')) });
  },
};

const handlesIn = ({ body }: Sent) =>
  (body as { messages: { receiptHandle: string }[] }).messages.map(({ receiptHandle }) => receiptHandle);

/** The six digits of the last text message, which may be written in two groups. The names of the files begin with the time. */
function newestCode(outbox: string): string | undefined {
  const newest = readdirSync(outbox)
    .filter((name) => name.endsWith('.txt'))
    .toSorted()
    .at(-1);
  const text = readFileSync(join(outbox, newest ?? ''), 'utf8');
  return /(?<![\d+])(\d{3})[ -]?(\d{3})(?!\d)/.exec(text)?.slice(1).join('');
}

/** The statuses of examples that a fresh demo refuses. */
const REFUSED: Readonly<Record<string, string>> = {
  // The example of a code confirms nothing: the real one is in a message.
  confirmDestination: '409',
  // The demo's own applications have the basic rights (decision 51).
  getSellerAudit: '403,403',
  // There is no such change before one is made.
  getPriceChange: '404',
  undoPriceChange: '404,404',
  // There is no such report or schedule before one is made.
  getReport: '404',
  getReportDocument: '404',
  deleteReport: '404',
  getReportSchedule: '404',
  // The operator's, sent by a seller: as the operator they would disable the demo.
  listSellers: '403',
  getSeller: '403',
  changeSeller: '403',
  changeAccount: '403',
  listApplications: '403',
  listGrants: '403',
  changeApplication: '403',
  inviteOwner: '403,403',
  listSignIns: '403',
  helpWithFactors: '403',
  listFactorHelp: '403',
  listOperators: '403',
  inviteOperator: '403,403',
  beginSupportSession: '403,403',
  listSupportSessions: '403,403',
  endSupportSession: '403',
  getSellerSupportSessions: '403',
  endSellerSupportSession: '403',
  changeOperator: '403',
  getUsage: '403,403',
  getMarketplaces: '403',
  searchMarket: '403,403',
  getOperatorItem: '403',
  getItemHistory: '403',
  getItemEvents: '403',
  getItemEventReceivers: '403',
  listImports: '403,403',
  getImport: '403',
  getRejectedLines: '403',
  exportMarket: '403,403',
  applyImport: '403',
  cancelImport: '403',
  uploadImport: '403',
  listDestinationsOfSellers: '403,403',
  listDeliveriesOfSellers: '403,403',
  getDeliveryOfSeller: '403',
  listEventsOfSeller: '403,403',
  traceNotification: '403',
  listMarketSellers: '403',
  getMarketSeller: '403',
  listPriceChangesOfSeller: '403',
  listReportsOfSeller: '403',
  listNotes: '403',
  createNote: '403,403',
  deleteNote: '403',
  getService: '403',
};

/**
 * Sends every example of the OpenAPI document to a fresh demo. The differences between its answers and the document, and
 * the documented examples of successful answers that no answer was equal to.
 */
export async function checkExamples(base: string, dataDir: string) {
  const examples = await DocumentedExamples.of(base);
  await examples.sendWithoutToken();
  for (const operationId of examples.inOrder()) {
    const answers = await examples.send(operationId);
    const failed = answers.filter(({ status }) => status >= 400).map(({ status }) => status);
    if (failed.join() !== (REFUSED[operationId] ?? ''))
      examples.problems.push(`${operationId} answers ${failed.join()}`);
    if (answers[0]) await afterwards[operationId]?.(examples, answers[0], dataDir);
  }
  // What the demo's own applications have no right to is tested with the operations.
  const isAllowed = (name: string) => !REFUSED[name.split(' ', 1)[0] ?? '']?.startsWith('403');
  const unseen = examples.documented().filter((name) => isAllowed(name) && !examples.seen.has(name));
  return { problems: examples.problems, unseen };
}
