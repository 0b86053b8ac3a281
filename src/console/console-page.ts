import { Html, html } from '../pages/html.ts';
import type { Assets } from './assets.ts';

/** What the browser has to know of this installation. Everybody may read it. */
export type ConsoleSettings = {
  /** The path under which browsers see `/console`: a proxy may add a prefix. */
  readonly path: string;
  /** Where browsers see the console. The provider sends them back there, and to no other name of the same machine. */
  readonly origin: string;
  /** Empty when the console has no client at the provider. */
  readonly clientId: string;
  readonly issuer: string;
  /** Whether the provider names itself in every answer (RFC 9207). */
  readonly sendsIssuer: boolean;
  /** Where the hidden frame of a silent sign-in goes: the origin of the authorization endpoint. */
  readonly providerOrigin: string;
  /** Both are the service's own: it forwards to the provider. */
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** The provider's pages for the seller's applications and for signing out, where there are such. */
  readonly grantsUrl?: string | undefined;
  readonly signOutUrl?: string | undefined;
  readonly brandName: string;
  readonly brandColor: string;
};

/** `app` is the console; `callback` ends a sign-in, also in a hidden frame of the console. */
export type ConsolePageKind = 'app' | 'callback';

export type ConsolePage = { readonly html: string; readonly headers: Readonly<Record<string, string>> };

/** The one page of the console, for all its paths. What it shows is up to the scripts. */
export function consolePage(kind: ConsolePageKind, settings: ConsoleSettings, assets: Assets): ConsolePage {
  const addressOf = (file: string) => `${settings.path}/assets/${file}`;
  const entry = kind === 'app' ? assets.main : assets.callback;
  const preloads = kind === 'app' ? assets.first : [];
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${settings.brandName}</title>
<link rel="icon" href="${addressOf(assets.mark)}">
<link rel="stylesheet" href="${addressOf(assets.style)}">
${preloads.map((file) => html`<link rel="modulepreload" href="${addressOf(file)}">\n`)}<script type="application/json" id="settings">${new Html(inScript(settings))}</script>
<script type="module" src="${addressOf(entry)}"></script>
</head>
<body>
<div id="app"></div>
<noscript><p>The console needs JavaScript.</p></noscript>
</body>
</html>
`;
  return { html: page.text, headers: headersOf(kind, settings) };
}

/** JSON inside of a script element: nothing in it can end the element. */
const inScript = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c');

function headersOf(kind: ConsolePageKind, { providerOrigin }: ConsoleSettings): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    // Tokens come from the service, which asks the provider: no other origin is ever called.
    "connect-src 'self'",
    // The hidden frame of a silent sign-in goes to the provider and comes back.
    ...(kind === 'app' ? [`frame-src 'self' ${providerOrigin}`] : []),
    "form-action 'self'",
    `frame-ancestors ${kind === 'app' ? "'none'" : "'self'"}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    // For the address of the service worker, and nothing else; the page that shows notifications in this browser makes it.
    `trusted-types ${kind === 'app' ? 'console-worker' : "'none'"}`,
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': kind === 'app' ? 'DENY' : 'SAMEORIGIN',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    // No page of another origin has a handle on the console, nor the console on the provider's: a sign-in in a window needs none.
    'Cross-Origin-Opener-Policy': 'same-origin',
    // The page names the files of this version, so a browser asks each time; a callback's address has a code.
    'Cache-Control': kind === 'app' ? 'no-cache' : 'no-store',
  };
}
