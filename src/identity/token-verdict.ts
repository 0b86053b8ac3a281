import type { Caller } from '../domain/authorization/rights.ts';
import { judgeToken, type ReadToken } from './access-tokens.ts';
import { type ClaimRules, judgeClaims } from './claims.ts';
import type { JsonObject } from './json-object.ts';

/** What the service would make of a token, in a sentence for the operator. */
export function verdictOn(read: ReadToken, rules: ClaimRules): Verdict {
  const judged = judgeToken(read, rules);
  if ('refusal' in judged) return { isGood: false, text: `refused: ${judged.refusal}` };
  const { caller } = judged;
  return { isGood: caller.rights.size > 0, text: `accepted: ${describe(caller)}` };
}

type Verdict = { readonly isGood: boolean; readonly text: string };

function describe({ clientId, grant, sellerId, rights }: Caller): string {
  const kind = grant === 'own' ? 'own token' : 'delegated token';
  const actsFor = sellerId === undefined ? 'for no seller' : `for the seller ${sellerId}`;
  const allowed = rights.size === 0 ? 'without any right: every request is 403' : `with ${[...rights].join(', ')}`;
  return `${kind} of the application ${clientId}, acts ${actsFor}, ${allowed}`;
}

/**
 * Why a token that is no access token would pass as one with IDP_UNTYPED_TOKENS=accept; undefined when it would not. A refresh
 * token that is refused today only for its long life may pass shortly before it expires, so it is judged then, too.
 */
export function untypedDanger(read: ReadToken, rules: ClaimRules): string | undefined {
  if ('refusal' in read) return undefined;
  const { claims, judgedAtMs: nowMs } = read;
  const accepting: ClaimRules = { ...rules, untypedTokens: 'accept' };
  const passes = (atMs: number) => 'caller' in judgeClaims(claims, accepting, atMs);
  if (passes(nowMs)) return 'it would pass as an access token';
  const { exp } = claims;
  if (typeof exp !== 'number' || exp * 1000 <= nowMs) return undefined;
  return passes(exp * 1000 - 1_000) ? 'it would pass as an access token shortly before it expires' : undefined;
}

const MAX_SHOWN = 120;

/** The claims as lines. A provider may use the token itself as an id, so whatever is part of the token is not shown. */
export function claimLines(claims: JsonObject, token: string): string[] {
  return Object.entries(claims).map(([name, value]) => {
    const text = JSON.stringify(value) ?? '';
    const isHidden = name === 'jti' || (typeof value === 'string' && value.length > 7 && token.includes(value));
    return `${name}: ${isHidden ? '(not shown)' : text.slice(0, MAX_SHOWN)}`;
  });
}
