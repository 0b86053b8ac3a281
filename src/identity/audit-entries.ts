import { jsonObjectIn } from './json-object.ts';
import { askOwnProvider, type ServiceParts } from './service-call.ts';
import { providerUnavailable } from './upstream.ts';

/**
 * The oldest entries of the audit log that wait at the embedded provider. `stored` are the ids of those that the service has stored: the
 * provider removes them first. Rejects with `Fault('ServiceUnavailable')` when it gives no complete answer.
 */
export async function waitingAuditEntries(parts: ServiceParts, stored: readonly string[]): Promise<readonly unknown[]> {
  const { status, text } = await askOwnProvider(parts, 'audit', { stored });
  const { entries } = (status === 200 ? jsonObjectIn(text) : undefined) ?? {};
  if (!Array.isArray(entries)) throw providerUnavailable(`audit: status ${status} without entries`);
  return entries;
}
