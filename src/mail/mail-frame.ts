import { type Brand, type BrandColors, initialOf } from '../domain/brand.ts';
import { escapeHtml } from '../domain/html.ts';
import type { Fact } from '../domain/notifications/texts/summary-parts.ts';

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export type MailLink = { label: string; url: string };

/** How the operator appears in a message. */
export type MailLook = { readonly brand: Brand; readonly colors: BrandColors };

type MailContent = { title: string; preview: string; body: string };

/**
 * Mail clients ignore scripts and much of CSS. So the styles are inline, the layout is a table, and the style sheet holds
 * only what a message can do without: dark colours and small screens. Nothing is loaded from the network: an image would
 * reveal when and where the message is read.
 */
const darkStyles = ({ accentInDark }: BrandColors) => `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground { background-color: #0e1015 !important; }
    .card { background-color: #161920 !important; border-color: #282d38 !important; }
    .ink { color: #e7e9ee !important; }
    .soft { color: #a1a9b8 !important; }
    .loss { color: #ff9b94 !important; }
    .line { border-color: #282d38 !important; }
    .address { color: ${accentInDark} !important; }
    .advice { background-color: #222731 !important; border-color: #282d38 !important; }
  }
  @media (max-width: 480px) { .outside { padding: 16px 8px !important; } .inside { padding: 24px 20px !important; } }`;

/** `telephone=no`: phones would turn model numbers and prices into links. */
export function mailFrame({ title, preview, body }: MailContent, { brand, colors }: MailLook): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(title)}</title>
<style>${darkStyles(colors)}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#f6f7f9;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f6f7f9">
<tr><td class="outside" align="center" style="padding:32px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background-color:#ffffff;border:1px solid #e2e5eb;border-radius:12px;border-collapse:separate">
<tr><td class="inside" style="padding:32px 36px;${FONT}">
${mailHeader(brand, colors)}
${body}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The operator's mark and name. A cell of a table, not an image: nothing is loaded, and every mail client shows it. */
function mailHeader({ name }: Brand, { fill, onFill }: BrandColors): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr>
<td width="28" height="28" align="center" valign="middle" aria-hidden="true" style="width:28px;height:28px;border-radius:7px;background-color:${fill};color:${onFill};font-size:16px;line-height:28px;font-weight:650">${escapeHtml(initialOf(name))}</td>
<td class="ink" style="padding-left:10px;font-size:15px;line-height:28px;font-weight:600;color:#171a21;overflow-wrap:anywhere">${escapeHtml(name)}</td>
</tr></table>`;
}

export function heading(text: string): string {
  return `<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:650;color:#171a21;overflow-wrap:anywhere">${escapeHtml(text)}</h1>`;
}

export function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 10px;font-size:16px;line-height:25px;color:#171a21;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
}

/** Small print at the end. */
export function closingHtml(texts: readonly string[], look: MailLook, link?: MailLink): string {
  return [...texts.map(escapeHtml), ...(link === undefined ? [] : [anchor(link, look)])].map(small).join('\n');
}

function small(html: string): string {
  return `<p class="soft" style="margin:16px 0 0;font-size:13px;line-height:20px;color:#596272;overflow-wrap:anywhere">${html}</p>`;
}

export function anchor({ label, url }: MailLink, { colors }: MailLook): string {
  return `<a class="address" href="${escapeHtml(url)}" style="color:${colors.accent}">${escapeHtml(label)}</a>`;
}

export function button({ label, url }: MailLink, { colors }: MailLook): string {
  return `<p style="margin:24px 0 20px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;border-radius:8px;background-color:${colors.fill};color:${colors.onFill};font-size:16px;line-height:22px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

/** Not every mail client shows where a button leads, and careful readers want to see it. */
export function fullAddress(url: string, { colors }: MailLook): string {
  const href = escapeHtml(url);
  return `<p class="soft" style="margin:0 0 10px;font-size:14px;line-height:22px;color:#596272;overflow-wrap:anywhere">Or open this address:<br><a class="address" href="${href}" style="color:${colors.accent};word-break:break-all">${href}</a></p>`;
}

/** Labels and values, one pair a row. */
export function factTable(facts: readonly Fact[]): string {
  const rows = facts.map(([label, value], index) => {
    const cell = `padding:9px 0;font-size:14px;line-height:21px;text-align:left;vertical-align:top;${index === 0 ? '' : 'border-top:1px solid #e2e5eb;'}`;
    return `<tr><th class="soft line" scope="row" style="${cell}padding-right:16px;width:42%;font-weight:400;color:#596272;overflow-wrap:anywhere">${escapeHtml(label)}</th><td class="ink line" style="${cell}color:#171a21;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(value)}</td></tr>`;
  });
  return `<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:22px 0 6px;border-top:1px solid #e2e5eb;border-bottom:1px solid #e2e5eb;border-collapse:collapse">
${rows.join('\n')}
</table>`;
}
