/**
 * A strict check of one e-mail address. Mail programs accept more: display names, comments, quoted parts, several
 * addresses. Each of these has led to mail to an unintended address.
 */
const MAX_ADDRESS_CHARACTERS = 254;
const MAX_LOCAL_CHARACTERS = 64;

/** RFC 5321 4.1.2, `Dot-string`. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** A name with at least one dot. Names in other scripts must be in their ASCII form (`xn--`), as they are sent. */
const domain = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

/** What is wrong with the text; undefined when it is an e-mail address. */
export function emailProblem(text: string): string | undefined {
  if (text.length > MAX_ADDRESS_CHARACTERS) return `must have at most ${MAX_ADDRESS_CHARACTERS} characters`;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const isValid = local.length <= MAX_LOCAL_CHARACTERS && localPart.test(local) && domain.test(text.slice(at + 1));
  return isValid
    ? undefined
    : 'must be one plain e-mail address such as alerts@seller.example, without a name around it';
}

/**
 * One text for the addresses that large providers deliver to one mailbox: without the tag after `+`, and at Gmail without
 * dots. Only for counting messages: somebody else may own an address that looks like a variant.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domainName = address.slice(at + 1).toLowerCase();
  const [local = ''] = address.slice(0, Math.max(at, 0)).toLowerCase().split('+', 1);
  if (at < 0 || local === '') return address.toLowerCase();
  const isGmail = domainName === 'gmail.com' || domainName === 'googlemail.com';
  return isGmail ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domainName}`;
}

/** Ignores case: no provider gives two people addresses that differ only in case. */
export function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
