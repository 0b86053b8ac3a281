import { escapeHtml } from '../../domain/html.ts';
import type { ConfirmationText } from '../../domain/notifications/texts/confirmation-text.ts';
import type { MessageText, TextEntry } from '../../domain/notifications/texts/event-text.ts';
import type { Fact } from '../../domain/notifications/texts/summary-parts.ts';
import {
  anchor,
  button,
  closingHtml,
  factTable,
  fullAddress,
  heading,
  type MailLink,
  type MailLook,
  mailFrame,
  paragraph,
} from '../../mail/mail-frame.ts';

/** The HTML part of a request to confirm. */
export function confirmationHtml(
  { subject, sentences, link, code, closing }: ConfirmationText,
  look: MailLook,
): string {
  const body = [
    heading(subject),
    ...sentences.map(paragraph),
    button(link, look),
    fullAddress(link.url, look),
    codeBlock(code),
    closingHtml(closing, look),
  ];
  return mailFrame({ title: subject, preview: sentences[0] ?? '', body: body.join('\n') }, look);
}

type Ending = { closing: readonly string[]; closingLink?: MailLink | undefined };

/** The HTML part about one event, or a digest of several. */
export function eventsHtml(
  { subject, preview, entries, more, link }: MessageText,
  ending: Ending,
  look: MailLook,
): string {
  const [only] = entries;
  const isDigest = entries.length > 1 || more !== '';
  const blocks = isDigest
    ? digest({ subject, entries, more }, link && button(link, look), look)
    : only
      ? single(only, link && anchor(link, look), look)
      : [];
  const body = [...blocks, closingHtml(ending.closing, look, ending.closingLink)].filter((block) => block !== '');
  return mailFrame({ title: subject, preview, body: body.join('\n') }, look);
}

function single(entry: TextEntry, pageLink: string | undefined, look: MailLook): string[] {
  const { headline, about, sentences, prices, facts, link } = entry;
  return [
    heading(headline),
    about && aboutLine(about),
    pricePair(prices),
    ...sentences.map(paragraph),
    adviceBlock(entry),
    lossBlock(entry),
    link === undefined ? '' : button(link, look),
    facts.length === 0 ? '' : factTable(facts),
    pageLink === undefined ? '' : `<p style="margin:14px 0 0;font-size:14px;line-height:22px">${pageLink}</p>`,
  ];
}

type Digest = Pick<MessageText, 'subject' | 'entries' | 'more'>;

function digest({ subject, entries, more }: Digest, link: string | undefined, look: MailLook): string[] {
  return [
    heading(subject),
    ...entries.map((entry) => entryBlock(entry, look)),
    more &&
      `<p class="soft line" style="margin:0;padding:16px 0 0;border-top:1px solid #e2e5eb;font-size:15px;line-height:24px;color:#596272">${escapeHtml(more)}</p>`,
    link ?? '',
  ];
}

function entryBlock(entry: TextEntry, look: MailLook): string {
  const { headline, about, sentences, advice, adviceDetail, warning, place, link } = entry;
  const text = [headline && `${headline}.`, ...sentences].filter((one) => one !== '').join(' ');
  const line = (className: string, style: string, html: string) =>
    html && `<p class="${className}" style="margin:0 0 4px;${style};overflow-wrap:anywhere">${html}</p>`;
  return `<div class="line" style="padding:16px 0 12px;border-top:1px solid #e2e5eb">
${line('ink', 'font-size:16px;line-height:24px;font-weight:650;color:#171a21', escapeHtml(about))}
${line('ink', 'font-size:15px;line-height:23px;color:#171a21', escapeHtml(text))}
${line('ink', 'font-size:15px;line-height:23px;color:#171a21', `<strong>${escapeHtml(advice)}</strong> ${escapeHtml(adviceDetail)}`)}
${line('loss', 'font-size:15px;line-height:23px;color:#b3261e', warning && `<strong>Loses money:</strong> ${escapeHtml(warning)}`)}
${line('soft', 'font-size:13px;line-height:20px;color:#596272', escapeHtml(place))}
${line('ink', 'font-size:14px;line-height:22px', link === undefined ? '' : anchor(link, look))}
</div>`;
}

function aboutLine(about: string): string {
  return `<p class="ink" style="margin:-8px 0 16px;font-size:17px;line-height:25px;font-weight:600;color:#171a21;overflow-wrap:anywhere">${escapeHtml(about)}</p>`;
}

/** Side by side, so that the difference is seen before a word is read. */
function pricePair(prices: readonly Fact[]): string {
  if (prices.length === 0) return '';
  const cells = prices.map(
    (
      [label, amount],
      index,
    ) => `<td class="line" width="50%" valign="bottom" style="padding:12px 14px;vertical-align:bottom;${index === 0 ? '' : 'border-left:1px solid #e2e5eb;'}">
<span class="soft" style="display:block;font-size:13px;line-height:19px;color:#596272;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(label)}</span>
<span class="ink" style="display:block;font-size:20px;line-height:28px;font-weight:650;color:#171a21;white-space:nowrap">${escapeHtml(amount)}</span>
</td>`,
  );
  return `<table role="presentation" class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 18px;border:1px solid #e2e5eb;border-radius:6px;border-collapse:separate;table-layout:fixed">
<tr>${cells.join('\n')}</tr>
</table>`;
}

function adviceBlock({ advice, adviceDetail }: TextEntry): string {
  const detail =
    adviceDetail &&
    `\n<p class="ink" style="margin:4px 0 0;font-size:15px;line-height:23px;color:#171a21">${escapeHtml(adviceDetail)}</p>`;
  return `<div class="advice" style="margin:18px 0 4px;padding:12px 16px;border:1px solid #e2e5eb;border-radius:8px;background-color:#eef0f4">
<p class="soft" style="margin:0 0 2px;font-size:13px;line-height:20px;color:#596272">What to do</p>
<p class="ink" style="margin:0;font-size:16px;line-height:24px;font-weight:600;color:#171a21;overflow-wrap:anywhere">${escapeHtml(advice)}</p>${detail}
</div>`;
}

/** In words and in colour: nobody may lower a price without having seen it. */
function lossBlock({ warning }: TextEntry): string {
  return (
    warning &&
    `<p class="loss" style="margin:12px 0 4px;font-size:15px;line-height:23px;color:#b3261e;overflow-wrap:anywhere"><strong>Loses money:</strong> ${escapeHtml(warning)}</p>`
  );
}

/** Large and apart from the text, because a person reads it from one screen and types it on another. */
function codeBlock(code: string): string {
  return `<p class="ink line" style="margin:20px 0 6px;padding:14px 20px;border:1px solid #e2e5eb;border-radius:6px;text-align:center;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:30px;line-height:38px;font-weight:600;letter-spacing:2px;white-space:nowrap;color:#171a21">${escapeHtml(code)}</p>`;
}
