import type { default as OidcProvider } from 'oidc-provider';
import type { Sql } from '../../db/db.ts';
import { SUPPORT_TOKEN_PREFIX, type SupportSession } from '../../domain/accounts/support-session.ts';
import { EMBEDDED_OPERATOR_CONSOLE_CLIENT } from '../../domain/authorization/console-client.ts';
import { SUPPORT_RIGHTS } from '../../domain/authorization/support-operations.ts';
import { maySupport } from './support-changes.ts';
import { supportByToken } from './support-sessions.ts';

type Parts = { readonly db: Sql; readonly now: () => number; readonly serviceClientId: string };

/**
 * Tells the service about tokens of support sessions, which the library does not know. The row of the session is the token, so that it is
 * inactive the moment the session ends, and when its person has lost the right or is disabled.
 */
export function introspectSupport(provider: OidcProvider, { db, now, serviceClientId }: Parts): void {
  provider.use(async (ctx, next) => {
    await next();
    const { oidc } = ctx;
    const body = ctx.body as { active?: boolean } | undefined;
    // The library has authenticated the client.
    if (oidc?.route !== 'introspection' || body?.active !== false || oidc.client?.clientId !== serviceClientId) return;
    const token = oidc.params?.token;
    if (typeof token !== 'string' || !token.startsWith(SUPPORT_TOKEN_PREFIX)) return;
    const session = await supportByToken(db, token, now());
    if (session === undefined || !(await maySupport(db, session.operatorId))) return;
    ctx.body = claimsOf(session);
  });
}

const claimsOf = ({ sessionId, sellerId, operatorId, begunMs, untilMs }: SupportSession) => ({
  active: true,
  token_type: 'Bearer',
  client_id: EMBEDDED_OPERATOR_CONSOLE_CLIENT,
  sub: operatorId,
  seller_id: sellerId,
  scope: SUPPORT_RIGHTS.join(' '),
  support: operatorId,
  support_session: sessionId,
  iat: Math.floor(begunMs / 1000),
  exp: Math.floor(untilMs / 1000),
});
