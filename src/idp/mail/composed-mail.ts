import { type Brand, brandColors } from '../../domain/brand.ts';
import {
  button,
  closingHtml,
  factTable,
  fullAddress,
  heading,
  type MailLook,
  mailFrame,
  paragraph,
} from '../../mail/mail-frame.ts';
import { type ComposedMail, mailMessage } from '../../mail/mail-message.ts';
import type { MailText } from './queued-mail.ts';

type Parts = { id: string; from: string; nowMs: number; text: MailText; brand: Brand };

/** The message as it is sent, as text and as HTML. Its id is the same for every attempt, so that a mailbox can drop duplicates. */
export function composedMail({ id, from, nowMs, text, brand }: Parts): ComposedMail {
  const closing = [...(text.closing ?? []), `Sent by ${brand.name} because it concerns the sign-in of this address.`];
  return mailMessage({
    from,
    to: text.to,
    subject: text.subject,
    id: `${id}@${from.slice(from.lastIndexOf('@') + 1)}`,
    dateMs: nowMs,
    text: plainText(text, closing),
    html: htmlText(text, closing, { brand, colors: brandColors(brand.color) }),
  });
}

function plainText({ sentences, link, facts = [] }: MailText, closing: readonly string[]): string {
  const blocks = [
    sentences.join('\n'),
    link && `${link.label}:\n${link.url}`,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    `-- \n${closing.join('\n')}`,
  ];
  return `${blocks.filter((block) => block).join('\n\n')}\n`;
}

function htmlText(text: MailText, closing: readonly string[], look: MailLook): string {
  const { subject, sentences, link, facts = [] } = text;
  const body = [
    heading(subject),
    ...sentences.map(paragraph),
    ...(link ? [button(link, look), fullAddress(link.url, look)] : []),
    ...(facts.length === 0 ? [] : [factTable(facts)]),
    closingHtml(closing, look),
  ];
  return mailFrame({ title: subject, preview: sentences[0] ?? '', body: body.join('\n') }, look);
}
