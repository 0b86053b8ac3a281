import { clockText } from './event-payloads.ts';
import { type MessageText, plainText } from './event-text.ts';

/** How the owner of an address can agree to notifications (decision 27). */
export type Confirmation = { url: string; code: string; expiresMs: number };

const LABEL = 'Confirm this address';

/** The link comes after `sentences` and before `closing`. */
export type ConfirmationText = MessageText & { link: { label: string; url: string }; closing: readonly string[] };

/**
 * Asks the owner of an address to agree to notifications. The text contains nothing that the seller wrote and nothing of the
 * event: the reader may be a stranger who wants no further message.
 */
export function confirmationText({ url, code, expiresMs }: Confirmation): ConfirmationText {
  const until = clockText(expiresMs);
  const subject = 'Confirm notifications to this address';
  const sentences = [
    "The seller service of a marketplace was asked, with a seller's account, to send notifications to this address.",
    'They are sent only after you confirm.',
  ];
  const closing = [
    `The link works until ${until}. If you cannot open it, give the seller this code instead: ${code}`,
    'If you did not expect this, ignore it: no notifications will come.',
  ];
  return {
    subject,
    sentences,
    link: { label: LABEL, url },
    closing,
    facts: [],
    body: plainText([...sentences, '', `${LABEL}:`, url, '', ...closing], []),
    short: `Code to confirm marketplace notifications to this number: ${code}. Valid until ${until}. Not expected? Ignore this.`,
    push: { title: subject, body: sentences.join(' ') },
  };
}
