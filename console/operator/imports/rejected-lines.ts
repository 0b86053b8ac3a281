import { apiUrl } from '../../api-url.ts';
import { session } from '../../current-session.ts';
import { download } from '../../download.ts';

/** Gives the browser the rejected lines as CSV, with the token that a link could not send. Throws when the service does not give them. */
export async function downloadRejected(importId: string): Promise<void> {
  const path = `/operator/v1/imports/${encodeURIComponent(importId)}/rejected?format=CSV`;
  const headers = { authorization: `Bearer ${await session.token()}` };
  const answer = await fetch(`${apiUrl}${path}`, { headers });
  if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
  download(await answer.text(), `${importId}-rejected.csv`);
}
