import type { OperatorUsageRow } from 'marketplace-seller-sdk/operator';
import { useLoad } from '../../load.ts';
import { settings } from '../../settings.ts';
import { client } from '../api.ts';

const MOST = 50;

/** The clients with which people sign in to the consoles: they are no applications. */
const consoles: ReadonlyMap<string, string> = new Map([
  [settings.clientId, 'This console'],
  ...(settings.sellerConsoleClientId === undefined
    ? []
    : ([[settings.sellerConsoleClientId, "Sellers' console"]] as const)),
]);

/** Whether a program sent the requests: neither a person in a console, nor somebody without a valid token. */
export const isApplication = ({ clientId }: Pick<OperatorUsageRow, 'clientId'>): boolean =>
  clientId !== undefined && !consoles.has(clientId);

/** The names of applications, where the provider tells them: another one than the embedded does not. */
export function useApplicationNames(): (clientId: string) => string | undefined {
  const { value } = useLoad(async (signal) => {
    const { applications } = await client.listApplications({ query: { limit: MOST }, signal });
    return new Map(applications.map(({ clientId, name }) => [clientId, name]));
  }, []);
  return (clientId) => consoles.get(clientId) ?? value?.get(clientId);
}
