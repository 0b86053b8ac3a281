const RIGHT = 'seller-api:pricing:write';

/** Roles whose rights end before this one (decision 52). */
export const READING_ROLES: readonly string[] = ['analyst', 'developer'];

type Reader = {
  /** As the service says it. */
  readonly mode: string;
  /** What the console asks for at the sign-in. */
  readonly scope: string;
  /** Undefined: another provider does not tell. */
  readonly role: string | undefined;
};

/** Why the reader cannot change prices here, in a sentence. Undefined: they can, as far as the console knows. */
export function whyNoChanges({ mode, scope, role }: Reader): string | undefined {
  if (mode === 'off')
    return 'Prices cannot be changed here: the operator keeps them elsewhere. Change them where you list.';
  if (!scope.split(' ').includes(RIGHT))
    return 'The console has no right to change prices: the operator can give it (CONSOLE_RIGHTS).';
  if (role !== undefined && READING_ROLES.includes(role))
    return `Your role is ${role}: only owners and managers change prices.`;
  return undefined;
}
