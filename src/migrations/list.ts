import type { Migration, Release } from '../db/migration-plan.ts';
import { market } from './0001-market.ts';
import { notifications } from './0002-notifications.ts';
import { reading } from './0003-reading.ts';
import { boardReaders } from './0004-board-readers.ts';
import { destinationOwners } from './0005-destination-owners.ts';
import { decisions } from './0006-decisions.ts';
import { priceHistory } from './0007-price-history.ts';
import { events } from './0008-events.ts';
import { eventChoices } from './0009-event-choices.ts';
import { feeEvents } from './0010-fee-events.ts';
import { traces } from './0011-traces.ts';
import { audit } from './0012-audit.ts';
import { firstReleaseWorker } from './0013-first-release-worker.ts';
import { auditRetention } from './0014-audit-retention.ts';
import { receivingHosts } from './0015-receiving-hosts.ts';
import { listingGaps } from './0016-listing-gaps.ts';
import { deliverySearch } from './0017-delivery-search.ts';
import { afterFirstRelease } from './0018-after-first-release.ts';
import { settledDeliveries } from './0019-settled-deliveries.ts';
import { groups } from './0020-groups.ts';
import { auditOfSellers } from './0021-audit-of-sellers.ts';
import { destinationsOfDisabledSellers } from './0022-disabled-sellers.ts';
import { credentialNotices } from './0023-credential-notices.ts';
import { priceChanges } from './0024-price-changes.ts';
import { reports } from './0025-reports.ts';
import { usage } from './0026-usage.ts';
import { quietChanges } from './0027-quiet-changes.ts';
import { operatorViews } from './0028-operator-views.ts';
import { destinationHealth } from './0029-destination-health.ts';
import { operatorNotes } from './0030-operator-notes.ts';
import { choicesByKind } from './0031-choices-by-kind.ts';
import { imports } from './0032-imports.ts';
import { serviceProcesses } from './0033-service-processes.ts';
import { importAppliers } from './0034-import-appliers.ts';

/** Every change of the tables, in order. Add at the end; never change or remove one that was released. */
export const migrations: readonly Migration[] = [
  market,
  notifications,
  reading,
  boardReaders,
  destinationOwners,
  decisions,
  priceHistory,
  events,
  eventChoices,
  feeEvents,
  traces,
  audit,
  firstReleaseWorker,
  auditRetention,
  receivingHosts,
  listingGaps,
  deliverySearch,
  afterFirstRelease,
  settledDeliveries,
  groups,
  auditOfSellers,
  destinationsOfDisabledSellers,
  credentialNotices,
  priceChanges,
  reports,
  usage,
  quietChanges,
  operatorViews,
  destinationHealth,
  operatorNotes,
  choicesByKind,
  imports,
  serviceProcesses,
  importAppliers,
];

/** What each release before this one knows. */
export const releases: readonly Release[] = [
  { version: '0.1.0', last: 3 },
  { version: '0.2.0', last: 17 },
];
