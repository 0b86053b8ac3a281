import type { Import } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Badge } from '../../components/badge.ts';
import { failureState } from '../../components/failure.ts';
import { PageState } from '../../components/page-state.ts';
import { Time } from '../../components/time.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { client } from '../api.ts';
import { Actor } from '../parts/actor.ts';
import { downloadRejected } from './rejected-lines.ts';
import { canCancel, countsText, stateOf, unstoredText } from './words.ts';

type ImportRowProps = { one: Import; onChange: () => void };

/** An import: what it would do or did, which lines it lost, and what can be done with it. */
export function ImportRow({ one, onChange }: ImportRowProps): VNode {
  const {
    importId,
    state,
    source,
    fileName,
    by,
    appliedBy,
    createdTime,
    progress,
    checked,
    applied,
    problem,
    rejectedStored,
  } = one;
  const [failure, setFailure] = useState<unknown>();
  const counts = applied ?? checked;
  const { label, tone } = stateOf(state, counts?.rejected ?? 0);
  const isOther = appliedBy !== undefined && appliedBy.id !== by.id;
  const missing = unstoredText(source, counts?.rejected ?? 0, rejectedStored);
  const path = { importId };
  const act = async (work: () => Promise<unknown>) => {
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    }
    onChange();
  };
  return html`<li class="card entry" id=${importId}>
    <div class="entry-head"><strong>${fileName}</strong><${Badge} tone=${tone}>${label}<//><span class="entry-time small soft"><${Time} at=${createdTime} /></span></div>
    <p class="small soft">${source === 'command' ? 'npm run import' : source} by <${Actor} ...${by} />${isOther && html`, written by <${Actor} ...${appliedBy} />`}; ${numberText(progress.lines)} ${progress.lines === 1 ? 'line' : 'lines'}${progress.linesPerSecond !== undefined && `, ${numberText(Math.round(progress.linesPerSecond))} a second`}</p>
    ${counts && html`<p>${applied ? 'Written: ' : 'It would write: '}${countsText(counts)}.</p>`}
    ${missing && html`<p class="small soft">${missing}</p>`}
    ${problem && html`<p class="field-error">${problem}</p>`}
    ${failure !== undefined && html`<${PageState} ...${failureState(failure)} />`}
    <div class="buttons">
      ${state === 'CHECKED' && html`<button type="button" class="main" onClick=${() => act(() => client.applyImport({ path }))}>Write it</button>`}
      ${rejectedStored > 0 && html`<button type="button" onClick=${() => act(() => downloadRejected(importId))}>Rejected lines</button>`}
      ${source === 'upload' && canCancel(one) && html`<button type="button" class="danger" onClick=${() => act(() => client.cancelImport({ path }))}>Cancel</button>`}
    </div>
  </li>`;
}
