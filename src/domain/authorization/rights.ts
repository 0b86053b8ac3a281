/** The rights of a token that acts for a seller (decision 9). */
export const SELLER_RIGHTS = [
  'seller-api:pricing:read',
  'seller-api:notifications:read',
  'seller-api:notifications:write',
] as const;
type SellerRight = (typeof SELLER_RIGHTS)[number];

export const OPERATOR_RIGHT = 'operator:market:write';

export type Right = SellerRight | typeof OPERATOR_RIGHT;

/** The scope that asks for a refresh token. */
export const OFFLINE_ACCESS = 'offline_access';

/** The scopes that an application may ask a seller for. */
export const DELEGABLE_SCOPES: readonly string[] = [...SELLER_RIGHTS, OFFLINE_ACCESS];

/** The caller: an application, and the seller it acts for. An operator's application acts for no seller (decision 8). */
export type Caller = {
  readonly clientId: string;
  readonly sellerId: string | undefined;
  readonly rights: ReadonlySet<Right>;
};

/** The claims of the provider that decide about the rights of a token. */
export type Grant = {
  /** `own`: the application acts for itself (client_credentials). `delegated`: a seller authorized it. */
  readonly kind: 'own' | 'delegated';
  readonly sellerId: string | undefined;
  readonly scopes: readonly string[];
  /** Rights in a claim that only the provider sets and no client can request. */
  readonly claimed: readonly string[];
};

const allSellerRights: ReadonlySet<Right> = new Set(SELLER_RIGHTS);
const operatorRights: ReadonlySet<Right> = new Set([OPERATOR_RIGHT]);
const noRights: ReadonlySet<Right> = new Set();

/**
 * The rights of a token (decision 9). A token with a seller has seller rights and never the operator's. A token without a
 * seller has no seller rights, whatever its scope.
 */
export function rightsOf(grant: Grant): ReadonlySet<Right> {
  if (grant.sellerId === undefined) return isOperator(grant) ? operatorRights : noRights;
  return grant.kind === 'own' ? allSellerRights : rightsInScope(grant.scopes);
}

/** A request or registration that names no seller right asks for all allowed ones. */
export function withSellerRights(scopes: readonly string[], allowed: readonly string[] = SELLER_RIGHTS): string[] {
  if (scopes.some(isSellerRight)) return [...scopes];
  return [...scopes, ...allowed.filter(isSellerRight)];
}

function isSellerRight(scope: string): boolean {
  return (SELLER_RIGHTS as readonly string[]).includes(scope);
}

/** Exactly the rights that the seller consented to. */
function rightsInScope(scopes: readonly string[]): ReadonlySet<Right> {
  return new Set(SELLER_RIGHTS.filter((right) => scopes.includes(right)));
}

/** The scope counts only for an operator's own client: in the delegated flow, any application can request any scope. */
function isOperator({ kind, scopes, claimed }: Grant): boolean {
  return claimed.includes(OPERATOR_RIGHT) || (kind === 'own' && scopes.includes(OPERATOR_RIGHT));
}
