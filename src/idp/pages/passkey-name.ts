const MAX_LENGTH = 60;

/** The name that a person gives a passkey. */
export function passkeyName(form: URLSearchParams): string {
  const typed = (form.get('name') ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return typed === '' ? 'Passkey' : typed.slice(0, MAX_LENGTH).toWellFormed();
}
