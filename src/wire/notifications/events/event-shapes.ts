import type { TObject } from 'typebox';
import type { EventKind } from '../../../domain/notifications/notification.ts';
import { AnyOfferChangedEvent } from './any-offer-changed-shape.ts';
import { BuyBoxChangedEvent } from './buy-box-changed-shape.ts';
import { CredentialExpiringEvent } from './credential-expiring-shape.ts';
import { FeeChangedEvent, FeePromotionEvent } from './fee-event-shapes.ts';
import { PriceChangedEvent } from './price-changed-shape.ts';
import { PricingHealthEvent } from './pricing-health-shape.ts';
import { ReportReadyEvent } from './report-ready-shape.ts';
import { DestinationSuspendedEvent, TestNotificationEvent } from './service-event-shapes.ts';

/** The whole CloudEvent of each kind: what the published schemas and the OpenAPI document are made from. */
export const eventShapes: Readonly<Record<EventKind, TObject>> = {
  TEST_NOTIFICATION: TestNotificationEvent,
  ANY_OFFER_CHANGED: AnyOfferChangedEvent,
  BUY_BOX_CHANGED: BuyBoxChangedEvent,
  PRICING_HEALTH: PricingHealthEvent,
  PRICE_CHANGED: PriceChangedEvent,
  FEE_PROMOTION: FeePromotionEvent,
  FEE_CHANGED: FeeChangedEvent,
  DESTINATION_SUSPENDED: DestinationSuspendedEvent,
  CREDENTIAL_EXPIRING: CredentialExpiringEvent,
  REPORT_READY: ReportReadyEvent,
};
