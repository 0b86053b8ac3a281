import type { Import } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { html } from '../../html.ts';
import { client } from '../api.ts';
import { ImportRow } from '../imports/import-row.ts';
import { UploadForm } from '../imports/upload-form.ts';
import { isMoving } from '../imports/words.ts';
import { Paged } from '../parts/pages.ts';

/** While an import goes on. */
const REPEAT_MS = 3_000;

/** Which files came in, what they changed and which lines they lost; uploads, which are checked before they write. */
export function Page(): VNode {
  const [round, setRound] = useState(0);
  const [isWatching, setWatching] = useState(false);
  const again = () => setRound((before) => before + 1);
  useEffect(() => {
    if (!isWatching) return undefined;
    const timer = setInterval(() => !document.hidden && again(), REPEAT_MS);
    return () => clearInterval(timer);
  }, [isWatching]);
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const answer = await client.listImports({ query: { ...(nextToken && { nextToken }) }, signal });
    if (nextToken === undefined) setWatching(answer.imports.some(isMoving));
    return { rows: answer.imports, nextToken: answer.nextToken };
  };
  const empty = html`<${PageState} state="empty" title="Nothing was imported yet" hint="Upload a file, or run npm run import." />`;
  const content = (rows: readonly Import[]) =>
    html`<ol class="entries" aria-label="Imports">${rows.map((one) => html`<${ImportRow} key=${one.importId} one=${one} onChange=${again} />`)}</ol>`;
  return html`<${PageHeading} title="Imports" lead="Which files came in, what they changed, and which lines they lost." />
    <${UploadForm} onUploaded=${again} />
    <${Paged} ask=${ask} inputs=${[round]} content=${content} empty=${empty} />`;
}
