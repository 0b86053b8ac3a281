import { createHash } from 'node:crypto';
import type { AuthorizationCode, CanBePromise, TokenEndpointGrantContext } from 'oidc-provider';
import { errors } from './oidc-library.ts';

export type GrantHandler<Params extends object> = (ctx: TokenEndpointGrantContext<Params>) => CanBePromise<void>;

type ExchangeParams = { code?: unknown; code_verifier?: unknown; redirect_uri?: unknown };

/**
 * The library's code exchange, as OAuth 2.1 has it (decision 37). `redirect_uri` is optional: without it, the one of the
 * authorization request counts. One that is sent and differs is still `invalid_grant`. A wrong verifier uses the code up, so
 * that a thief of a code has one attempt.
 */
export function exchangeCode<Params extends object>(exchange: GrantHandler<Params>): GrantHandler<Params> {
  return async (ctx) => {
    const { client, provider } = ctx.oidc;
    const params = ctx.oidc.params as ExchangeParams;
    if (typeof params.code !== 'string') return exchange(ctx);
    const code = await provider.AuthorizationCode.find(params.code, { ignoreExpiration: true });
    // A code of another client is none of this one's, and its attempt must not use it up.
    if (code === undefined || code.clientId !== client.clientId) throw new errors.InvalidGrant('code not found');
    if (!isRightVerifier(code, params.code_verifier)) {
      await useUp(code);
      throw new errors.InvalidGrant('wrong code_verifier');
    }
    params.redirect_uri ??= code.redirectUri;
    return exchange(ctx);
  };
}

/** RFC 7636 4.6. Only S256 challenges exist. */
function isRightVerifier({ codeChallenge }: AuthorizationCode, verifier: unknown): boolean {
  return typeof verifier === 'string' && createHash('sha256').update(verifier).digest('base64url') === codeChallenge;
}

/** A code that was exchanged stays as it is: a second use would end the grant, and a wrong verifier must not be able to. */
async function useUp(code: AuthorizationCode & { consumed?: unknown }): Promise<void> {
  if (code.consumed === undefined) await code.consume();
}
