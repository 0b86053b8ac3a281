import { isOperatorRight } from '../domain/authorization/operator-rights.ts';
import { BASIC_RIGHTS, isSellerRight, OFFLINE_ACCESS } from '../domain/authorization/rights.ts';
import { fromProviderScopes, type ScopeMap, toProviderScopes } from '../domain/authorization/scope-map.ts';

/** How scopes are named at a provider that does not know our rights. */
export type ScopeRules = {
  readonly map: ScopeMap;
  /** What requests have before each right, and tokens do not: some providers want the API named there. */
  readonly prefix?: string | undefined;
  /** Added to every authorization request and registration. */
  readonly extra: readonly string[];
};

/** Translates scopes on the way to the provider and back. */
export type ProviderScopes = {
  /** The scope of an authorization request. Without one the application asks for the basic rights (decisions 9, 12 and 51). */
  requested(scope: string | undefined): string;
  /** The scope of a refresh that asks for fewer rights. */
  refreshed(scope: string): string;
  /** The scope of a registration: what the application may ask for later. */
  registered(scope: string): string;
  /** A scope in an answer: one text (RFC 6749 3.3), or a list, as some providers write it. Undefined for anything else. */
  granted(scope: unknown): string | undefined;
};

/** The embedded provider has our names, and knows which rights a client may have. */
export const sameScopes: ProviderScopes = {
  requested: (scope = OFFLINE_ACCESS) => scope,
  refreshed: (scope) => scope,
  registered: (scope) => scope,
  granted: (scope) => (isTextList(scope) ? scope.join(' ') : textOf(scope)),
};

/**
 * Any other provider gets the rights by name: it does not know that `offline_access` alone asks for the basic ones. The extra
 * scopes are added in any case, because applications are written for this service and not for its provider.
 */
export function translatedScopes({ map, extra, prefix = '' }: ScopeRules): ProviderScopes {
  const isRight = (name: string) => fromProviderScopes([name], map).some(isSellerRight);
  const prefixed = (names: readonly string[]) => names.map((name) => (isRight(name) ? `${prefix}${name}` : name));
  const bare = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
  const translated = (scope: string) => toProviderScopes(namesIn(scope), map);
  const withExtra = (names: readonly string[]) => [...new Set([...names, ...extra])].join(' ');
  const basicRights = toProviderScopes(BASIC_RIGHTS, map);
  return {
    requested: (scope = OFFLINE_ACCESS) => {
      const names = translated(scope);
      // The operator console's rights are in the provider's own claim, and no scope of it (decision 55).
      if (names.some(isOperatorRight)) return withExtra(['openid']);
      return withExtra(prefixed(names.some(isRight) ? names : [...names, ...basicRights]));
    },
    refreshed: (scope) => prefixed(translated(scope)).join(' '),
    registered: (scope) => withExtra(prefixed(translated(scope))),
    granted: (scope) => {
      const text = sameScopes.granted(scope);
      return text === undefined ? undefined : fromProviderScopes(namesIn(text).map(bare), map).join(' ');
    },
  };
}

const namesIn = (scope: string) => scope.split(' ').filter((name) => name !== '');
/** JSON can hold objects that `join` throws on. */
const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
