import type { AuthorizationCode, Configuration, KoaContextWithOIDC, default as OidcProvider } from 'oidc-provider';
import type { Sql } from '../db/db.ts';
import { type Member, memberById, membershipsOf } from './members.ts';
import { interactionPolicy, Provider } from './oidc-library.ts';
import { isOperatorConsole } from './operator/operator-console-client.ts';
import { operatorAccount } from './operator/operator-people.ts';
import { disabledSellersOf } from './sellers.ts';

/*
 * Which seller an authorization is for. A person has one session in a browser and may work for several sellers, in several tabs
 * at the same time. So a session of the library belongs to the person, and its grants, codes and tokens to a member: the person
 * at one seller.
 *
 * The library takes the session's account for the account of what it issues. Two places tell them apart, and nothing is kept
 * between requests, so that tabs cannot disturb each other:
 * - `findAccount` of an authorization request gets the person and returns the chosen member. The library compares the grant
 *   with that.
 * - A code is stored with the account of its request, which is that member, instead of the session's. Tokens take it from the code.
 */

/** What a request says about the seller: a choice on the provider's page, or a hint of the application. */
type Wish = { chosen?: string | undefined; hint?: unknown; isSilent: boolean };

/**
 * The member that an authorization is for; undefined when the person has to choose. The id of a seller as `login_hint` chooses
 * it. A silent request that names a seller is never answered for another one.
 */
function chooseMember(memberships: readonly Member[], { chosen, hint, isSilent }: Wish): Member | undefined {
  if (chosen !== undefined) return memberships.find(({ id }) => id === chosen);
  const hinted = memberships.find(({ sellerId }) => sellerId === hint);
  if (hinted !== undefined) return hinted;
  if (isSilent && namesSeller(hint)) return undefined;
  return memberships.length === 1 ? memberships[0] : undefined;
}

/**
 * The same of a person. With the hint of a seller that is disabled it is undefined: another one is only taken by choice, on the page that
 * says so.
 */
export async function chosenMember(db: Sql, accountId: string, wish: Wish): Promise<Member | undefined> {
  const member = chooseMember(await membershipsOf(db, accountId), wish);
  if (member === undefined || wish.chosen !== undefined || wish.hint === member.sellerId || !namesSeller(wish.hint))
    return member;
  return (await disabledSellersOf(db, accountId)).includes(String(wish.hint)) ? undefined : member;
}

/** A hint may also be the address that the person signs in with. */
export const namesSeller = (hint: unknown) => typeof hint === 'string' && hint !== '' && !hint.includes('@');

/** What the choice of a seller leaves in the result of an interaction. */
export type Choice = { select_account?: { memberId?: string } | undefined };

export function accountFinder(db: Sql): NonNullable<Configuration['findAccount']> {
  return async (ctx, id, token) => {
    if (isOperatorConsole(ctx.oidc.client?.clientId)) return operatorAccount(db, id);
    // With a code or token, the id is its member's. Without, it is the session's: a person's.
    const member = token === undefined ? await chosenMember(db, id, wishOf(ctx)) : await memberById(db, id);
    return member && { accountId: member.id, sellerId: member.sellerId, claims: () => ({ sub: member.id }) };
  };
}

function wishOf({ oidc }: KoaContextWithOIDC): Wish {
  const { select_account: choice } = (oidc.result ?? {}) as Choice;
  return { chosen: choice?.memberId, hint: oidc.params?.login_hint, isSilent: oidc.prompts.has('none') };
}

/** Sign-in, then the choice of a seller, then consent. `isSignInDue`: the session of this person does not count. */
export function promptsWithChoice(
  isSignInDue: (accountId: string) => Promise<boolean>,
): InstanceType<typeof interactionPolicy.Prompt>[] {
  const { Prompt, Check, base } = interactionPolicy;
  const policy = base();
  const due = new Check(
    'second_factor_missing',
    'a second factor has to be set up',
    'login_required',
    async ({ oidc }) => oidc.session?.accountId !== undefined && isSignInDue(oidc.session.accountId),
  );
  policy.get('login')?.checks.add(due);
  const unchosen = new Check(
    'seller_not_chosen',
    'a seller has to be chosen',
    ({ oidc }) => oidc.account === undefined,
  );
  policy.add(new Prompt({ name: 'select_account', requestable: true }, unchosen), 1);
  return policy;
}

export function issueCodesToMembers(provider: OidcProvider): void {
  const { prototype } = provider.AuthorizationCode;
  const { save } = prototype;
  prototype.save = function (this: AuthorizationCode) {
    const account = Provider.ctx?.oidc?.account;
    if (account === undefined) throw new Error('A code is issued without an account.');
    this.accountId = account.accountId;
    return save.call(this);
  };
}
