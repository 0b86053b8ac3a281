/**
 * Whom a token acts for, as far as a browser can see: the `sub` of a JWT (RFC 9068 2.2). It is only compared with that of the token
 * before, so that one page never shows what belongs to two; what a token permits is up to the service. Undefined: it does not say.
 */
export function holderOf(token: string): string | undefined {
  const [, claims = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(claims.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly sub?: unknown };
    return typeof sub === 'string' && sub !== '' ? sub : undefined;
  } catch {
    return undefined;
  }
}
