/** What a password must not be made of: the person's address and the operator's name. */
type PasswordContext = { email: string; brandName: string };

const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 1000;
const MIN_DIFFERENT_CHARACTERS = 5;
const MIN_NAME_CHARACTERS = 4;

/** What the most common passwords are made of, with digits and signs around or between. */
const COMMON = [
  ...['password', 'passwort', 'passw0rd', 'qwerty', 'qwertz', 'azerty', 'asdfgh', 'zxcvbn', '1q2w3e4r', 'qazwsx'],
  ...['letmein', 'welcome', 'iloveyou', 'sunshine', 'princess', 'football', 'baseball', 'superman', 'dragon', 'monkey'],
  ...['master', 'shadow', 'trustno1', 'changeme', 'default', 'administrator', 'admin', 'secret', 'login', 'abcdef'],
  ...['123456', '654321', '111111', '121212', '112233', '987654', 'abc123', 'seller', 'marketplace'],
];

/** Why a person must choose another password; undefined for a good one. Passwords that exist are not asked. */
export function passwordProblem(password: string, { email, brandName }: PasswordContext): string | undefined {
  const characters = Array.from(password.normalize('NFC'));
  if (characters.length < MIN_CHARACTERS)
    return `Use at least ${MIN_CHARACTERS} characters. Three or four words are good.`;
  if (characters.length > MAX_CHARACTERS) return `Use at most ${MAX_CHARACTERS} characters.`;
  if (new Set(characters).size < MIN_DIFFERENT_CHARACTERS) return 'Use more different characters.';
  const text = plain(password);
  const [localPart = '', domain = ''] = email.toLowerCase().split('@');
  const names = [email, localPart, domain.split('.')[0] ?? ''];
  if (names.some((name) => isIn(text, name))) return 'Leave out your e-mail address: it is the first thing others try.';
  if (isIn(text, brandName)) return 'Leave out the name of the marketplace: it is the first thing others try.';
  if (isCommon(text)) return 'This is one of the most common passwords. Choose words that do not belong together.';
  return undefined;
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s/g, '');

function isIn(text: string, name: string): boolean {
  const part = plain(name);
  return part.length >= MIN_NAME_CHARACTERS && text.includes(part);
}

/** Nothing is left of it without what common passwords are made of, but a few digits and signs. */
function isCommon(text: string): boolean {
  const rest = COMMON.reduce((left, part) => left.replaceAll(part, ''), text);
  return rest.length < text.length && rest.replace(/[^\p{L}]/gu, '').length < MIN_NAME_CHARACTERS;
}
