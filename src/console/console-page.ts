import { hash } from 'node:crypto';
import { Html, html } from '../pages/html.ts';
import type { Assets } from './assets.ts';
import { pageFrame } from './page-frame.ts';

/** The provider's own endpoint, and the scope in its words. */
export type DirectAuthorization = { readonly endpoint: string; readonly scope: string };

/** What the browser has to know of this installation. Everybody may read it. */
export type ConsoleSettings = {
  /** The path under which browsers see the console: a proxy may add a prefix. */
  readonly path: string;
  /** Where browsers see the console. The provider sends them back there, and to no other name of the same machine. */
  readonly origin: string;
  /** Empty when the console has no client at the provider. Then the setting that names it is to be set. */
  readonly clientId: string;
  readonly clientSetting: string;
  readonly issuer: string;
  /** Whether the provider names itself in every answer (RFC 9207). */
  readonly sendsIssuer: boolean;
  /** Whether the provider is known to answer `prompt=none` without a page of its own. */
  readonly answersSilently: boolean;
  /** Where the hidden frame of a silent sign-in goes: the origin of the authorization endpoint. */
  readonly providerOrigin: string;
  /** What the console asks a person for. */
  readonly scope: string;
  /** Both are the service's own: it forwards to the provider. */
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** For the sign-in that the page begins with: it saves a redirect. Undefined while it is not known. */
  readonly direct?: DirectAuthorization | undefined;
  /** The provider's pages for the person's account, the seller's applications and signing out, where there are such. */
  readonly accountUrl?: string | undefined;
  readonly grantsUrl?: string | undefined;
  readonly signOutUrl?: string | undefined;
  /** For the operator's console: it names the sellers' where it counts requests. */
  readonly sellerConsoleClientId?: string | undefined;
  readonly brandName: string;
  readonly brandColor: string;
};

/** `app` is the console; `callback` ends a sign-in, also in a hidden frame of the console. */
export type ConsolePageKind = 'app' | 'callback';

export type ConsolePage = { readonly html: string; readonly headers: Readonly<Record<string, string>> };

/** The one page of the console, for all its paths. What it shows is up to the scripts; until they are there, its frame. */
export function consolePage(kind: ConsolePageKind, settings: ConsoleSettings, assets: Assets): ConsolePage {
  const content = kind === 'app' ? appContent(settings, assets) : callbackContent(settings, assets);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${settings.brandName}</title>
${content.head}</head>
<body>
${content.frame}
<noscript><p>The console needs JavaScript.</p></noscript>
<script type="application/json" id="settings">${new Html(inScript(settings))}</script>
<script>${new Html(content.script)}</script>
${content.end}</body>
</html>
`;
  return {
    html: page.text,
    headers: headersOf(kind, settings, { ...content, hasWorker: assets.worker !== undefined }),
  };
}

type PageContent = {
  readonly head: Html;
  readonly frame: Html;
  /** The script and the style that are in the page itself. */
  readonly script: string;
  readonly style?: string;
  readonly end: Html;
};

function appContent(
  settings: ConsoleSettings,
  { mark, start, main, first, style, frameStyle, early }: Assets,
): PageContent {
  const addressOf = (file: string) => `${settings.path}/assets/${file}`;
  return {
    head: html`<link rel="icon" href="${addressOf(mark)}">
<link rel="modulepreload" href="${addressOf(start)}">
${first.map((file) => html`<link rel="modulepreload" href="${addressOf(file)}">\n`)}<script type="module" src="${addressOf(main)}"></script>
<style>${new Html(frameStyle.text)}</style>
`,
    frame: pageFrame(settings),
    script: early,
    style: frameStyle.text,
    // Here and not above: an asynchronous script runs as soon as it is there, and this one needs the settings, the body and the sign-in that
    // has begun. What stands before the style is shown without waiting for it; the other scripts wait.
    end: html`<script type="module" async src="${addressOf(start)}"></script>
<link rel="stylesheet" href="${addressOf(style)}">
`,
  };
}

/** One file: it is shown only when something is wrong, and loads its style then. */
const callbackContent = ({ path }: ConsoleSettings, { callback, frameStyle }: Assets): PageContent => ({
  head: html``,
  frame: html`<div id="app" data-style="${path}/assets/${frameStyle.name}"></div>`,
  script: callback,
  end: html``,
});

/** JSON inside of a script element: nothing in it can end the element. */
const inScript = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Permits a text in the page by its digest, and no other: nothing that comes from elsewhere can become a script or a style. */
const digestOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

function headersOf(
  kind: ConsolePageKind,
  { providerOrigin }: ConsoleSettings,
  { script, style, hasWorker }: PageContent & { hasWorker: boolean },
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    kind === 'app' ? `script-src 'self' ${digestOf(script)}` : `script-src ${digestOf(script)}`,
    style === undefined ? "style-src 'self'" : `style-src 'self' ${digestOf(style)}`,
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
    `trusted-types ${kind === 'app' && hasWorker ? 'console-worker' : "'none'"}`,
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
