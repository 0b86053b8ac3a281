import { ASKED_CREDENTIALS } from '../../domain/authorization/expiring-credential.ts';
import type { Ending } from '../../domain/service-state.ts';
import type { Identity } from '../../identity/identity.ts';

/**
 * The secrets and accesses that end within 30 days, of each kind the first page: those that end next. Undefined: the provider does not know,
 * as all but the embedded one.
 */
export async function endingsAt(
  provider: Pick<Identity, 'knowsExpiry' | 'expiringCredentials'>,
): Promise<Ending[] | undefined> {
  if (!(await provider.knowsExpiry())) return undefined;
  const pages = await Promise.all(ASKED_CREDENTIALS.map((type) => provider.expiringCredentials(type, undefined)));
  return pages.flatMap(({ credentials }) =>
    credentials.map(({ type, name, endsMs, application, sellerId }) => ({
      ...{ type, name, endsMs, clientId: application, sellerId: sellerId === '' ? undefined : sellerId },
    })),
  );
}
