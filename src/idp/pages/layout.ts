import { createHash } from 'node:crypto';
import { Html, html } from './html.ts';

type PageContent = {
  title: string;
  body: Html;
  /** An allowed target of the page's forms beside the provider itself: a source of `form-action`. */
  formAction?: string | undefined;
};

/** A whole page and the headers that it must be sent with. */
export type Page = { html: string; headers: Record<string, string> };

export function renderPage({ title, body, formAction }: PageContent): Page {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Seller account</title>
<style>${new Html(style)}</style>
</head>
<body>
<header><span class="mark" aria-hidden="true">S</span><span>Seller account</span></header>
<main>
${body}
</main>
</body>
</html>
`;
  return { html: page.text, headers: headersOf(formAction) };
}

function headersOf(formAction: string | undefined): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    `form-action 'self'${formAction === undefined ? '' : ` ${formAction}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    // With `no-referrer` browsers would send `Origin: null` with our own forms.
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

const style = `
:root{--bg:#f3f4f7;--card:#fff;--text:#1b1f27;--soft:#566072;--line:#d5dae3;--field:#7b8698;--accent:#1f56c4;--accent-text:#fff;--accent-hover:#17449e;--bad:#a8201a;--bad-bg:#fdeeed;--good:#175c33;--good-bg:#e9f6ee;--chip:#eef1f6}
@media (prefers-color-scheme:dark){:root{--bg:#12151b;--card:#1b2029;--text:#e9ecf2;--soft:#a6b0c0;--line:#343c4a;--field:#7f8ba0;--accent:#8db4ff;--accent-text:#0d1a33;--accent-hover:#b0cbff;--bad:#ff9f98;--bad-bg:#3a1f1f;--good:#8fdcae;--good-bg:#173325;--chip:#262d39}}
*{box-sizing:border-box}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;background:var(--bg);color:var(--text)}
body{margin:0 auto;padding:2rem 1rem 3rem;max-width:30rem}
body:has(.wide){max-width:44rem}
header{display:flex;align-items:center;gap:.6rem;font-weight:600;margin:0 .25rem 1rem}
.mark{display:inline-grid;place-items:center;width:2rem;height:2rem;border-radius:.5rem;background:var(--accent);color:var(--accent-text);font-weight:700}
main{background:var(--card);border:1px solid var(--line);border-radius:.9rem;padding:1.75rem;box-shadow:0 1px 2px #0000000d,0 8px 24px #0000000d}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.05rem;line-height:1.35;margin:0 0 .35rem;overflow-wrap:anywhere}
p{margin:0 0 1rem}
main>:last-child,.apps>li:last-child{margin-bottom:0}
.soft{color:var(--soft)}
.small{font-size:.9rem}
a{color:var(--accent);text-underline-offset:.15em}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.88em;overflow-wrap:anywhere}
label{display:block;font-weight:600;margin:0 0 .3rem}
.field{margin:0 0 1.1rem}
input{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--field);border-radius:.5rem;padding:.6rem .75rem;min-height:2.75rem}
input[aria-invalid=true]{border-color:var(--bad);border-width:2px}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.55rem 1.2rem;border-radius:.5rem;border:1px solid var(--field);background:transparent;color:var(--text);cursor:pointer}
button:hover{background:var(--chip)}
button.main{background:var(--accent);border-color:var(--accent);color:var(--accent-text)}
button.main:hover{background:var(--accent-hover);border-color:var(--accent-hover)}
button.link{border:0;padding:0;min-height:0;background:none;color:var(--accent);text-decoration:underline;text-underline-offset:.15em;font-weight:400}
button.danger{color:var(--bad);border-color:var(--bad)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.wide-button{width:100%}
.choice{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin:1.5rem 0 0}
.choice form{display:contents}
.note{border-radius:.5rem;padding:.75rem 1rem;margin:0 0 1.25rem}
.note p:last-child,.note ul:last-child{margin-bottom:0}
.bad{background:var(--bad-bg);border-left:4px solid var(--bad)}
.bad h2{color:var(--bad)}
.bad ul{margin:0;padding-left:1.1rem}
.bad a{color:inherit}
.good{background:var(--good-bg);border-left:4px solid var(--good);color:var(--good)}
.rights{list-style:none;margin:0 0 1rem;padding:0}
.rights li{padding:.7rem 0 .7rem 1.9rem;border-top:1px solid var(--line);position:relative}
.rights li::before{content:"✓";position:absolute;left:.25rem;color:var(--accent);font-weight:700}
.rights strong{display:block}
.facts{display:grid;grid-template-columns:auto 1fr;gap:.3rem 1rem;margin:0 0 1.25rem;padding:.9rem 1rem;background:var(--chip);border-radius:.5rem}
.facts dt{color:var(--soft)}
.facts dd{margin:0;overflow-wrap:anywhere}
.apps{list-style:none;margin:1.25rem 0 0;padding:0}
.apps>li{border:1px solid var(--line);border-radius:.7rem;padding:1.1rem;margin:0 0 1rem}
.apps ul{margin:.25rem 0 .75rem;padding-left:1.2rem;list-style:disc}
.apps form{margin:0}
.top form{margin:0 0 .5rem}
.top{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;align-items:baseline}
.foot{border-top:1px solid var(--line);margin:1.5rem 0 0;padding:1rem 0 0;display:flex;flex-wrap:wrap;gap:.5rem 1.25rem}
.foot p{margin:0}
@media (max-width:26rem){body{padding:1rem .75rem 2rem}main{padding:1.25rem}.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:.5rem}}
@media (forced-colors:active){button{border:1px solid ButtonText}}
`.trim();

const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;
