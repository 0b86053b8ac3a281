/** Decision 9. The same names as in `domain/rights.ts`, which this room may not import; a test compares them. */
export const SELLER_RIGHTS = [
  'seller-api:pricing:read',
  'seller-api:notifications:read',
  'seller-api:notifications:write',
] as const;
export const OPERATOR_RIGHT = 'operator:market:write';
export const OFFLINE_ACCESS = 'offline_access';

/** What a delegated request may ask for. */
export const DELEGABLE: readonly string[] = [...SELLER_RIGHTS, OFFLINE_ACCESS];

/** What a seller reads before deciding. */
const inWords: Readonly<Record<string, { title: string; details: string }>> = {
  'seller-api:pricing:read': {
    title: 'See your prices and fees',
    details: 'Your offers, competing offers, buy box results and fee estimates. It cannot change a price.',
  },
  'seller-api:notifications:read': {
    title: 'See your notification destinations',
    details: 'Where your notifications go, and which were delivered.',
  },
  'seller-api:notifications:write': {
    title: 'Change your notification destinations',
    details: 'Add, change and remove them, and send test notifications.',
  },
  offline_access: {
    title: 'Stay connected',
    details: 'It keeps this access while you are away, for one year at most, until you withdraw it.',
  },
};

export function rightInWords(right: string): { title: string; details: string } {
  return inWords[right] ?? { title: right, details: '' };
}

/** A request or registration that names no seller right means all of them (decision 9). */
export function withSellerRights(scopes: readonly string[], allowed: readonly string[] = SELLER_RIGHTS): string[] {
  if (scopes.some((scope) => isSellerRight(scope))) return [...scopes];
  return [...scopes, ...allowed.filter(isSellerRight)];
}

function isSellerRight(scope: string): boolean {
  return (SELLER_RIGHTS as readonly string[]).includes(scope);
}
