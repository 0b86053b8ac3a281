import { createHash } from 'node:crypto';
import { escapeHtml } from '../../domain/html.ts';

const style = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem}
main{max-width:36rem;margin:0 auto}
h1{font-size:1.5rem;line-height:1.25}
dt{font-weight:600}dd{margin:0 0 .75rem;overflow-wrap:anywhere}
button{font:inherit;font-weight:600;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#1257c4;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid #7fb0ff;outline-offset:2px}
strong{overflow-wrap:anywhere}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** A page for people: no script, nothing loaded from elsewhere. `body` is HTML. */
export function htmlPage(heading: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** Allows no loading, script or framing; only this style; and forms not at all or only to the service itself. */
export function pageHeaders(forms: 'no forms' | 'own forms'): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    `form-action ${forms === 'own forms' ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}
