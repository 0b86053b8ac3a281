import { escapeHtml } from '../domain/html.ts';
import type { Fact } from '../domain/notifications/summary-parts.ts';

export type MailPage = {
  title: string;
  sentences: readonly string[];
  facts: readonly Fact[];
  link?: { label: string; url: string } | undefined;
  /** Large and apart from the text, because a person reads it from one screen and types it on another. */
  code?: string | undefined;
  /** Small print at the end. */
  closing: readonly string[];
  closingLink?: { label: string; url: string } | undefined;
};

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * Mail clients ignore scripts and much of CSS. So the styles are inline, the layout is a table, and the style sheet holds
 * only what a message can do without: dark colours and small screens. Nothing is loaded from the network: an image would
 * reveal when and where the message is read.
 */
const darkStyles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground { background-color: #0f1218 !important; }
    .card { background-color: #1a1f29 !important; border-color: #6f97f5 #343c4a #343c4a !important; }
    .ink { color: #f1f4f9 !important; }
    .soft { color: #b4bdcb !important; }
    .line { border-color: #343c4a !important; }
    .address { color: #9dbcff !important; }
  }
  @media (max-width: 480px) { .inside { padding: 24px 20px !important; } }`;

export function mailHtml({ title, sentences, facts, link, code, closing, closingLink }: MailPage): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${darkStyles}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#eef1f6;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(sentences[0] ?? '')}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#eef1f6">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background-color:#ffffff;border:1px solid #d9dfe8;border-top:4px solid #2f5fd0;border-radius:8px;border-collapse:separate">
<tr><td class="inside" style="padding:32px 36px;${FONT}">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:650;color:#141a26;overflow-wrap:anywhere">${escapeHtml(title)}</h1>
${sentences.map(paragraph).join('\n')}
${link === undefined ? '' : button(link)}${code === undefined ? '' : codeBlock(code)}${facts.length === 0 ? '' : table(facts)}
${closing.map((text) => small(escapeHtml(text))).join('\n')}${closingLink === undefined ? '' : `\n${small(anchor(closingLink))}`}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 10px;font-size:16px;line-height:25px;color:#141a26;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
}

function small(html: string): string {
  return `<p class="soft" style="margin:16px 0 0;font-size:13px;line-height:20px;color:#55606f;overflow-wrap:anywhere">${html}</p>`;
}

function anchor({ label, url }: { label: string; url: string }): string {
  return `<a class="address" href="${escapeHtml(url)}" style="color:#2450b8">${escapeHtml(label)}</a>`;
}

/** Shows the URL in full as well: not every mail client shows where a button leads, and careful readers want to see it. */
function button({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0 20px"><a href="${href}" style="display:inline-block;padding:13px 24px;border-radius:6px;background-color:#2f5fd0;color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="soft" style="margin:0 0 10px;font-size:14px;line-height:22px;color:#55606f;overflow-wrap:anywhere">Or open this address:<br><a class="address" href="${href}" style="color:#2450b8;word-break:break-all">${href}</a></p>
`;
}

function codeBlock(code: string): string {
  return `<p class="ink line" style="margin:20px 0 6px;padding:14px 20px;border:1px solid #e4e8ef;border-radius:6px;text-align:center;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:30px;line-height:38px;font-weight:600;letter-spacing:2px;white-space:nowrap;color:#141a26">${escapeHtml(code)}</p>
`;
}

function table(facts: readonly Fact[]): string {
  const rows = facts.map(([label, value], index) => {
    const cell = `padding:9px 0;font-size:14px;line-height:21px;text-align:left;vertical-align:top;${index === 0 ? '' : 'border-top:1px solid #e4e8ef;'}`;
    return `<tr><th class="soft line" scope="row" style="${cell}padding-right:16px;width:36%;font-weight:400;color:#55606f">${escapeHtml(label)}</th><td class="ink line" style="${cell}color:#141a26;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(value)}</td></tr>`;
  });
  return `<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:22px 0 6px;border-top:1px solid #e4e8ef;border-bottom:1px solid #e4e8ef;border-collapse:collapse">
${rows.join('\n')}
</table>`;
}
