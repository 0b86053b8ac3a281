import type { AdapterPayload, default as OidcProvider, Session } from 'oidc-provider';
import type { Sql } from '../db/db.ts';
import { consoleCallback, EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import { BASIC_RIGHTS } from '../domain/authorization/rights.ts';
import { SESSION_SECONDS } from './lifetimes.ts';
import { digest } from './secrets.ts';

/*
 * The client of the seller console, and its grants. The console has no refresh token: while the browser is signed in here, it
 * gets its next access token with `prompt=none`, without a page. Only for that, and only for this client, a grant is used
 * again (decision 46). All other authorizations ask for consent.
 */

/**
 * The client as the library reads it. It is in no table: it cannot be removed, and its redirect URI is that of the console also
 * after `PUBLIC_URL` has changed. Without `refresh_token` the library drops `offline_access`.
 */
export function consoleClient(consoleUrl: string): AdapterPayload {
  return {
    client_id: EMBEDDED_CONSOLE_CLIENT,
    client_name: CONSOLE_NAME,
    redirect_uris: [consoleCallback(consoleUrl)],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'web',
    scope: BASIC_RIGHTS.join(' '),
  };
}

export const CONSOLE_NAME = 'Seller console';

type Authorization = {
  readonly provider: OidcProvider;
  readonly client?: { readonly clientId: string } | undefined;
  readonly account?: { readonly accountId: string } | undefined;
  readonly session?: Session | undefined;
  readonly prompts: ReadonlySet<string>;
};

/** The grant that this authorization uses without asking; undefined when the seller has to be asked. */
export async function reusableGrant(
  { provider, client, account, session, prompts }: Authorization,
  db: Sql,
  now: number,
) {
  if (client?.clientId !== EMBEDDED_CONSOLE_CLIENT || !prompts.has('none')) return undefined;
  const grantId = session?.grantIdFor(EMBEDDED_CONSOLE_CLIENT);
  if (grantId === undefined || !(await keepReusable(db, grantId, now))) return undefined;
  const grant = await provider.Grant.find(grantId);
  return grant?.accountId === account?.accountId ? grant : undefined;
}

/**
 * The grant can be used again for as long as the session, from now on; then it expires, and the page of connected applications
 * no longer lists it. False when the seller has withdrawn it or it has expired. An update, not an upsert: a grant that is
 * withdrawn at this moment must not come back.
 */
export async function keepReusable(db: Sql, grantId: string, now: number): Promise<boolean> {
  const updated = await db.run(
    "UPDATE idp_record SET expires_at = $2 WHERE kind = 'Grant' AND id = $1 AND expires_at > $3",
    [digest(grantId), now + SESSION_SECONDS * 1000, now],
  );
  return updated === 1;
}

/** Ends the console's grant of this session: with the session, or when a new consent replaces it. Its tokens end with it. */
export async function endConsoleGrant(provider: OidcProvider, session: Session): Promise<void> {
  const grantId = session.grantIdFor(EMBEDDED_CONSOLE_CLIENT);
  if (grantId === undefined) return;
  const grant = await provider.Grant.find(grantId);
  await grant?.destroy();
}
