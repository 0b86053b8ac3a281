import type { CloudEvent, EventKind } from '../notification.ts';
import { buyBoxSummary } from './buy-box-summary.ts';
import { type EventNames, NO_NAMES, ShownNames } from './event-names.ts';
import { expirySummary } from './expiry-summary.ts';
import { feeChangeSummary, promotionSummary } from './fee-summary.ts';
import { offersSummary } from './offers-summary.ts';
import { priceSummary } from './price-summary.ts';
import { healthSummary } from './pricing-health-summary.ts';
import { reportSummary } from './report-summary.ts';
import type { About, EventSummary } from './summary-parts.ts';
import { suspensionSummary } from './suspension-summary.ts';

/** What an event tells a person, with names instead of ids. */
export function summaryOf(event: CloudEvent, names: EventNames = NO_NAMES): EventSummary {
  const { data, subject } = event;
  const shown = new ShownNames(names, data.marketplaceId);
  return summaries[event.type]({ data, item: shown.item(subject), names: shown });
}

const TEST_SENTENCE = 'Nothing has changed; it shows that this destination is reached.';

const summaries: Readonly<Record<EventKind, (about: About) => EventSummary>> = {
  TEST_NOTIFICATION: () => ({
    headline: 'Test notification',
    about: '',
    sentences: ['This is a test notification.', TEST_SENTENCE],
    brief: TEST_SENTENCE,
    ...{
      advice: 'There is nothing to do.',
      adviceDetail: '',
      facts: [],
      prices: [],
      sku: '',
      word: 'TEST',
      urgency: 0,
    },
  }),
  ANY_OFFER_CHANGED: offersSummary,
  BUY_BOX_CHANGED: buyBoxSummary,
  PRICING_HEALTH: healthSummary,
  PRICE_CHANGED: priceSummary,
  FEE_PROMOTION: promotionSummary,
  FEE_CHANGED: feeChangeSummary,
  DESTINATION_SUSPENDED: suspensionSummary,
  CREDENTIAL_EXPIRING: expirySummary,
  REPORT_READY: reportSummary,
};
