import {
  type DestinationSettings,
  type DestinationStatus,
  statusAfterRequest,
} from '../../../domain/notifications/destination.ts';
import { isSameEmail } from '../../../domain/notifications/email-address.ts';
import type { StoredDestination } from '../../../notifications/destination-table.ts';
import { BodyReading, type Fields } from '../../../wire/body-reading.ts';
import { readChange } from '../../../wire/notifications/destination-request.ts';
import { needsNoConfirmation, type SettingsRules } from '../../../wire/notifications/destination-settings.ts';
import { ensureValid, notActive } from './destination-faults.ts';

/** A destination after an owner's change. Throws a fault: what is wrong with the change, or why it is not the owner's to make. */
export function changedDestination(now: StoredDestination, body: Fields, rules: SettingsRules): StoredDestination {
  const reading = new BodyReading();
  const change = readChange(reading, body, now, rules);
  ensureValid(reading);
  const next = { ...now, name: change.name ?? now.name };
  if (change.eventTypes === null) delete next.eventTypes;
  else if (change.eventTypes) next.eventTypes = change.eventTypes;
  if (change.settings) setSettings(next, change.settings, rules);
  if (change.status !== undefined && change.status !== now.status) setStatus(next, change.status);
  return next;
}

function setSettings(next: StoredDestination, settings: DestinationSettings, { contact }: SettingsRules): void {
  const isSame = isSameAddress(next.settings, settings);
  const isNewSecret = settings.webhook !== undefined && settings.webhook.secret !== next.settings.webhook?.secret;
  const { previousSecret, url } = next.settings.webhook ?? {};
  next.settings = settings;
  // How long another place has failed says nothing of this one.
  if (settings.webhook?.url !== url) delete next.failingSinceMs;
  if (isNewSecret) {
    // In force at once: who wants both for a while rotates.
    next.secretVersion += 1;
    delete next.previousSecretUntilMs;
  } else if (settings.webhook && previousSecret !== undefined) {
    next.settings = { webhook: { ...settings.webhook, previousSecret } };
  }
  if (isSame) return;
  next.isConfirmed = needsNoConfirmation(settings, contact);
  next.status = afterNewAddress(next.status, next.isConfirmed);
}

/** Whether notifications still go to the same person; other types have no owner of an address to ask. */
function isSameAddress(one: DestinationSettings, other: DestinationSettings): boolean {
  if (one.email && other.email) return isSameEmail(one.email.address, other.email.address);
  return one.sms?.phoneNumber === other.sms?.phoneNumber;
}

/** What was said of the old address, good or bad, says nothing of the new one (decision 27). */
function afterNewAddress(status: DestinationStatus, isConfirmed: boolean): DestinationStatus {
  if (status === 'INACTIVE') return status;
  return isConfirmed ? 'ACTIVE' : 'PENDING_VERIFICATION';
}

function setStatus(next: StoredDestination, wish: 'ACTIVE' | 'INACTIVE'): void {
  const status = statusAfterRequest(next.status, wish, next.isConfirmed);
  if (status === undefined) throw notActive('PENDING_VERIFICATION');
  next.status = status;
  if (status === 'ACTIVE') delete next.failingSinceMs;
}
