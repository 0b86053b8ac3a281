import type { default as OidcProvider } from 'oidc-provider';
import type { Sql } from '../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import { PERSON_CLAIM, type SignedInPerson } from '../domain/authorization/signed-in-person.ts';
import { memberById, membershipsOf } from './members.ts';

/**
 * Tells the service who is at the console, in the introspection answer of the console's tokens: its menu shows the address and the role,
 * and offers other sellers to those who have several. It is no part of the token, so a change of the role is seen at the next question.
 */
export function nameConsolePerson(provider: OidcProvider, db: Sql): void {
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { active?: boolean } | undefined;
    const token = ctx.oidc?.entities.AccessToken;
    if (body?.active !== true || token === undefined || token.clientId !== EMBEDDED_CONSOLE_CLIENT) return;
    const person = await personOf(db, token.accountId);
    if (person !== undefined) ctx.body = { ...body, [PERSON_CLAIM]: person };
  });
}

async function personOf(db: Sql, memberId: string): Promise<SignedInPerson | undefined> {
  const member = await memberById(db, memberId);
  if (member === undefined) return undefined;
  const { email, role, accountId } = member;
  return { email, role, sellerCount: (await membershipsOf(db, accountId)).length };
}
