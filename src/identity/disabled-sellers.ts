import { jsonObjectIn } from './json-object.ts';
import { askOwnProvider, type ServiceParts } from './service-call.ts';
import { providerUnavailable } from './upstream.ts';

/**
 * The sellers that the operator has disabled at the embedded provider; undefined at another one. Rejects with
 * `Fault('ServiceUnavailable')` when it gives no complete answer: a seller that is missing in it would get notifications again.
 */
export async function disabledSellers(parts: ServiceParts): Promise<ReadonlySet<string> | undefined> {
  if (!(await parts.discovery.has('disabled_sellers'))) return undefined;
  const found = new Set<string>();
  for (let after = ''; ; ) {
    const { status, text } = await askOwnProvider(parts, 'sellers', { after });
    const { disabled, isLast } = (status === 200 ? jsonObjectIn(text) : undefined) ?? {};
    if (!Array.isArray(disabled) || !disabled.every((id) => typeof id === 'string'))
      throw providerUnavailable(`sellers: status ${status} without an answer`);
    for (const id of disabled) found.add(id);
    after = disabled.at(-1) ?? '';
    if (isLast === true || after === '') return found;
  }
}
