import type { ApiError } from 'marketplace-seller-sdk';

export type FieldErrors = {
  /** By the path of the field, such as `webhookConfig.url`. */
  readonly fields: Readonly<Record<string, string>>;
  /** What belongs to no field of the form. */
  readonly rest: readonly string[];
  /** The service wants a sign-in that is not long ago (RFC 9470). A new token of the same sign-in would not help. */
  readonly needsSignIn?: boolean;
};

export const NO_ERRORS: FieldErrors = { fields: {}, rest: [] };

const SIGN_IN_AGAIN = 'Nothing was saved: this needs a sign-in of the last minutes. Sign in again, then try again.';

/** The errors of a call for a form with these fields: each at the field that it names, or at the nearest one around it. */
export function fieldErrors(error: unknown, known: readonly string[]): FieldErrors {
  if (!isApiError(error)) return { fields: {}, rest: ['This did not work. Try again in a moment.'] };
  if (error.signInMaxAgeMs !== undefined) return { fields: {}, rest: [SIGN_IN_AGAIN], needsSignIn: true };
  const isExpired = error.status === 401 || error.code === 'NoToken';
  if (isExpired) return { fields: {}, rest: ['Nothing was saved: your sign-in has ended. Sign in, then try again.'] };
  if (error.status === 0) return { fields: {}, rest: [error.message] };
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { message, details } of error.errors) {
    const named = /^[a-z]\w*(?:\.[\w-]+|\[\d+\])*/i.exec(message)?.[0] ?? '';
    const field = nearest(named, known);
    if (field === undefined) rest.push([message, details].filter(Boolean).join(' '));
    else fields[field] = [fields[field], sentence(details || message, named)].filter(Boolean).join(' ');
  }
  if (rest.length > 0 && error.requestId) rest.push(`Request ${error.requestId}`);
  return { fields, rest };
}

/** By its name: this file is also used where the SDK is not loaded. */
const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError';

/** `webhookConfig.headers.Host` is shown at `webhookConfig.headers`, where the form has no field of its own for it. */
function nearest(named: string, known: readonly string[]): string | undefined {
  for (let path = named; path !== ''; path = path.replace(/(?:^|\.|\[)[^.[]*$/, ''))
    if (known.includes(path)) return path;
  return undefined;
}

/** The field is named by the label above: the text begins with what is wrong. */
function sentence(details: string, named: string): string {
  const isLeaf = details.startsWith(`${named} `);
  const text = isLeaf ? details.slice(named.length + 1) : details;
  const last = named.includes('headers.') ? `${named.split('.').at(-1)} ` : '';
  const whole = `${last}${text}`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
