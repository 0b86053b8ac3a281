import { clockText } from './payload-texts.ts';
import type { SenderNames } from './sender-names.ts';
import { isGsm7 } from './sms-text.ts';

/** How the owner of an address can agree to notifications, and who asks for it (decision 27). */
export type Confirmation = { url: string; code: string; expiresMs: number; names: SenderNames };

const LABEL = 'Confirm or stop';

/** The link and the code come after `sentences` and before `closing`. */
export type ConfirmationText = {
  subject: string;
  sentences: readonly string[];
  link: { label: string; url: string };
  code: string;
  closing: readonly string[];
  /** All of it as plain text. */
  body: string;
  short: string;
  push: { title: string; body: string };
};

/**
 * Asks the owner of an address to agree to notifications. The text contains nothing that the seller wrote and nothing of the
 * event: the reader may be a stranger who wants no further message.
 */
export function confirmationText({ url, code, expiresMs, names }: Confirmation): ConfirmationText {
  const until = clockText(expiresMs);
  const marketplace = names.marketplace ?? 'the marketplace';
  const subject = `Confirm notifications from ${marketplace}`;
  const sentences = [
    `The seller "${names.seller}" asked ${marketplace} to send notifications about offers, prices and fees to this address.`,
    'They are sent only after you agree.',
  ];
  const shown = groupedCode(code);
  const closing = [
    `The link and the code work until ${until}. The link leads to a page where you can agree, or stop all such messages to this address. If you cannot open it, give the seller the code.`,
    'If you did not expect this, ignore it: no notifications will come.',
    ...(names.operator === undefined ? [] : [`Sent by ${names.operator}, the operator of ${marketplace}.`]),
  ];
  return {
    subject,
    sentences,
    link: { label: LABEL, url },
    code: shown,
    closing,
    body: `${[...sentences, '', `${LABEL}:`, url, '', `Code: ${shown}`, '', ...closing].join('\n')}\n`,
    short: shortText(shown, until, url, names),
    push: { title: subject, body: sentences.join(' ') },
  };
}

/** Two groups of three: a person reads and types them without losing the place. */
const groupedCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** The code as it was sent: people type it with the space, without it, or with a dash. */
export const plainCode = (text: string): string => text.replace(/[\s-]/g, '');

/** The code first: phones show the beginning of a message, and offer the code that they find there. */
function shortText(code: string, until: string, url: string, { seller, marketplace, operator }: SenderNames): string {
  const from = smsName(marketplace) ?? smsName(operator) ?? 'Marketplace';
  const who = smsName(seller);
  const whose = who === undefined ? '' : ` of seller ${who}`;
  return `${code} is your code for ${from} notifications${whose} to this number, until ${until}. Confirm or stop: ${url}`;
}

const MAX_SMS_NAME_CHARACTERS = 30;

/**
 * The name without accents, cut; undefined when it needs another alphabet than that of SMS: the whole message would then be
 * sent in twice as many parts, and the end, which is the link, cut off.
 */
function smsName(name: string | undefined): string | undefined {
  const plain = (name ?? '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .slice(0, MAX_SMS_NAME_CHARACTERS)
    .trim();
  return plain !== '' && isGsm7(plain) ? plain : undefined;
}
