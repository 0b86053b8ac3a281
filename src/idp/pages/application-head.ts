import { type Html, html } from '../../pages/html.ts';

type Application = { clientName: string; clientUri: string | undefined; isVerified: boolean };

/**
 * Who an application says that it is. Its logo is not loaded: that would tell its server who is about to decide, and a picture can
 * look like anybody's. The link shows its whole address.
 */
export function applicationHead({ clientName, clientUri, isVerified }: Application): Html {
  return html`<div class="app-head"><span class="initials" aria-hidden="true">${initialsOf(clientName)}</span><div>
${clientUri === undefined ? undefined : html`<p class="small"><a href="${clientUri}" target="_blank" rel="noopener noreferrer">${clientUri}</a></p>`}
${
  isVerified
    ? html`<p class="small soft">Verified by the operator</p>`
    : html`<p class="small unverified">Not verified by the operator</p>`
}
</div></div>`;
}

/** The first letters of the first two words. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const letters = words.slice(0, 2).map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0));
  return letters.join('').toUpperCase() || '?';
}
