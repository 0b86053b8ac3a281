import { useLoad } from '../../load.ts';
import { client } from '../api.ts';

const MOST = 50;

/** The names of applications, where the provider tells them: another one than the embedded does not. */
export function useApplicationNames(): (clientId: string) => string | undefined {
  const { value } = useLoad(async (signal) => {
    const { applications } = await client.listApplications({ query: { limit: MOST }, signal });
    return new Map(applications.map(({ clientId, name }) => [clientId, name]));
  }, []);
  return (clientId) => value?.get(clientId);
}
