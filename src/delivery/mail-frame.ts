import { escapeHtml } from '../domain/html.ts';

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export type MailLink = { label: string; url: string };

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
    .advice { background-color: #222b3d !important; border-color: #6f97f5 !important; }
  }
  @media (max-width: 480px) { .outside { padding: 16px 8px !important; } .inside { padding: 24px 20px !important; } }`;

/** `telephone=no`: phones would turn model numbers and prices into links. */
export function mailFrame({ title, preview, body }: { title: string; preview: string; body: string }): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(title)}</title>
<style>${darkStyles}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#eef1f6;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#eef1f6">
<tr><td class="outside" align="center" style="padding:32px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background-color:#ffffff;border:1px solid #d9dfe8;border-top:4px solid #2f5fd0;border-radius:8px;border-collapse:separate">
<tr><td class="inside" style="padding:32px 36px;${FONT}">
${body}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

export function heading(text: string): string {
  return `<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:650;color:#141a26;overflow-wrap:anywhere">${escapeHtml(text)}</h1>`;
}

export function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 10px;font-size:16px;line-height:25px;color:#141a26;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
}

/** Small print at the end. */
export function closingHtml(texts: readonly string[], link?: MailLink): string {
  return [...texts.map(escapeHtml), ...(link === undefined ? [] : [anchor(link)])].map(small).join('\n');
}

function small(html: string): string {
  return `<p class="soft" style="margin:16px 0 0;font-size:13px;line-height:20px;color:#55606f;overflow-wrap:anywhere">${html}</p>`;
}

export function anchor({ label, url }: MailLink): string {
  return `<a class="address" href="${escapeHtml(url)}" style="color:#2450b8">${escapeHtml(label)}</a>`;
}

export function button({ label, url }: MailLink): string {
  return `<p style="margin:24px 0 20px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;border-radius:6px;background-color:#2f5fd0;color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}
