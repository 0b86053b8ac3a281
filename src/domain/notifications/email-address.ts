/**
 * Whether a text is one e-mail address, strictly. What a mail program would take is much more (names before the address,
 * comments, quoted parts, several addresses), and each of those has sent mail to somebody whom nobody had named.
 */
const MAX_CHARACTERS = 254;
const MAX_LOCAL_CHARACTERS = 64;

/** RFC 5321 4.1.2, `Dot-string`: atoms with dots between them. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** A name with a dot in it; one of another script in its ASCII form (`xn--`), because that is what goes over the wire. */
const domain = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

/** What is wrong with it, in words; undefined when it is one. */
export function emailProblem(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return `must have at most ${MAX_CHARACTERS} characters`;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const isOne = local.length <= MAX_LOCAL_CHARACTERS && localPart.test(local) && domain.test(text.slice(at + 1));
  return isOne ? undefined : 'must be one plain e-mail address such as alerts@seller.example, without a name around it';
}

/** Nobody gives two people addresses that differ in case only. */
export function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
