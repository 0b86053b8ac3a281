import type { DestinationAccess } from '../../../domain/notifications/access.ts';
import { isSameEmail } from '../../../domain/notifications/addresses/email-address.ts';
import {
  type DestinationSettings,
  type DestinationStatus,
  statusAfterRequest,
} from '../../../domain/notifications/destination.ts';
import type { StoredDestination } from '../../../notifications/destination-table.ts';
import { BodyReading, type Fields } from '../../../wire/body-reading.ts';
import { readChange } from '../../../wire/notifications/destination-request.ts';
import { needsNoConfirmation, type SettingsRules } from '../../../wire/notifications/destination-settings.ts';
import { ensureValid, notActive } from './destination-faults.ts';

/** The destination after a seller's change. Throws a fault when the change is not valid or not allowed. */
export function changedDestination(
  current: StoredDestination,
  body: Fields,
  rules: SettingsRules,
  { access, consent }: { access: DestinationAccess; consent: StoredDestination['consent'] },
): StoredDestination {
  const reading = new BodyReading();
  const change = readChange(reading, body, current, rules);
  ensureValid(reading);
  const { filter: _filter, quietHours: _quietHours, ...others } = current;
  const next: StoredDestination = { ...others, ...change.choices, name: change.name ?? current.name };
  if (change.eventTypes === null) delete next.eventTypes;
  else if (change.eventTypes) next.eventTypes = change.eventTypes;
  if (change.settings) setSettings(next, change.settings, rules);
  // It was that of another receiver.
  if (next.settings.webhook?.url !== current.settings.webhook?.url) {
    delete next.consent;
    if (consent) next.consent = consent;
  }
  if (change.status !== undefined && change.status !== current.status) setStatus(next, change.status, access);
  return next;
}

function setSettings(next: StoredDestination, settings: DestinationSettings, rules: SettingsRules): void {
  const isSame = isSameRecipient(next.settings, settings, rules);
  const isNewSecret = settings.webhook !== undefined && settings.webhook.secret !== next.settings.webhook?.secret;
  const { previousSecret, url } = next.settings.webhook ?? {};
  next.settings = settings;
  // The failures of the old URL say nothing about the new one.
  if (settings.webhook?.url !== url) delete next.failingSinceMs;
  if (isNewSecret) {
    // In force at once. For a grace period with both secrets there is rotation.
    next.secretVersion += 1;
    delete next.previousSecretUntilMs;
  } else if (settings.webhook && previousSecret !== undefined) {
    next.settings = { webhook: { ...settings.webhook, previousSecret } };
  }
  if (isSame) return;
  next.isConfirmed = needsNoConfirmation(settings);
  next.status = afterNewAddress(next.status, next.isConfirmed);
}

/** Whether notifications still go to the same person. True for types without an address of a person. */
function isSameRecipient(
  one: DestinationSettings,
  other: DestinationSettings,
  { hidesContact }: SettingsRules,
): boolean {
  // Otherwise the status after a change would tell whether a guess is the registered contact.
  if (hidesContact && (one.email ?? one.sms)?.isRegistered !== (other.email ?? other.sms)?.isRegistered) return false;
  if (one.email && other.email) return isSameEmail(one.email.address, other.email.address);
  return one.sms?.phoneNumber === other.sms?.phoneNumber;
}

/** Confirmation and suspension of the old address do not carry over to the new one (decision 27). */
function afterNewAddress(status: DestinationStatus, isConfirmed: boolean): DestinationStatus {
  if (status === 'INACTIVE' || status === 'WITHDRAWN') return status;
  return isConfirmed ? 'ACTIVE' : 'PENDING_VERIFICATION';
}

function setStatus(next: StoredDestination, requested: 'ACTIVE' | 'INACTIVE', access: DestinationAccess): void {
  if (next.status === 'WITHDRAWN') takeOver(next, access);
  const status = statusAfterRequest(next.status, requested, next.isConfirmed);
  if (status === undefined) throw notActive('PENDING_VERIFICATION');
  next.status = status;
  if (status !== 'ACTIVE') return;
  delete next.failingSinceMs;
  delete next.failure;
}

/**
 * Only the seller lifts the suspension (decision 38), and then the destination belongs to the seller: it would be suspended
 * again while it belonged to an application without access.
 */
function takeOver(next: StoredDestination, access: DestinationAccess): void {
  if (access.application !== undefined) throw notActive('WITHDRAWN');
  delete next.application;
  delete next.suspension;
  delete next.statusBefore;
}
