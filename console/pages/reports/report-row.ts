import type { Report } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { Time } from '../../components/time.ts';
import { toast } from '../../components/toast.ts';
import { WriteButton } from '../../components/write-button.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { marketplaces } from '../../marketplace.ts';
import { reportStates } from '../../states/report.ts';
import { errorText } from './error-text.ts';
import { isOpen, leftText, sizeText } from './progress-words.ts';
import { reportLabel } from './report-types.ts';
import { saveDocument } from './save-document.ts';

export type ReportActions = {
  readonly onChanged: () => void;
  /** Asks for the same again; with `since` only for what has changed. */
  readonly onRepeat: (report: Report, since?: string) => void;
};

/** One report: how far it is, and what can be done with it. */
export function ReportRow({ report, onChanged, onRepeat }: { report: Report } & ReportActions): VNode {
  const name = reportLabel(report.reportType);
  return html`<li class="card report">
    <div class="report-head">
      <h3>${name}${report.since && html` <span class="soft small">only what changed</span>`}</h3>
      <${StateBadge} of=${reportStates} state=${report.state} />
    </div>
    <p class="soft small">${whereText(report)} · ${report.format}${report.locale && ` (${report.locale})`} · <${Time} at=${report.createdTime} />${report.scheduleId && html` · regular: <span class="report-name">${report.scheduleId}</span>`}</p>
    ${isOpen(report) && html`<${Progress} report=${report} name=${name} />`}
    ${report.failure && html`<p class="report-failure">${report.failure.message}</p>`}
    ${report.state === 'DONE' && html`<p class="small">${numberText(report.lines ?? 0)} lines${report.removed !== undefined && `, ${numberText(report.removed)} of them gone`} · ${sizeText(report.bytes ?? 0)} · kept until <${Time} at=${report.expiresTime} parts="date" /></p>`}
    <${Actions} report=${report} name=${name} onChanged=${onChanged} onRepeat=${onRepeat} />
  </li>`;
}

function whereText({ marketplaceIds }: Report): string {
  const names = marketplaceIds.map((id) => marketplaces.value.find((one) => one.id === id)?.name ?? id);
  return names.length > 3 ? `${numberText(names.length)} marketplaces` : names.join(', ');
}

function Progress({ report, name }: { report: Report; name: string }): VNode {
  const { state, processed, total, estimatedEndTime } = report;
  if (state === 'IN_QUEUE') return html`<p class="soft small">It waits for its turn.</p>`;
  const left = leftText(estimatedEndTime, Date.now());
  const of = total === undefined ? 'Rows are being copied' : `${numberText(processed)} of ${numberText(total)}`;
  return html`<p class="report-progress"><progress aria-label=${`${name}: rows`} value=${total ? processed : undefined} max=${total || undefined}></progress> <span class="soft small">${of}${left && `, ${left}`}</span></p>`;
}

type Busy = 'download' | 'delete';

function Actions({ report, name, onChanged, onRepeat }: { report: Report; name: string } & ReportActions): VNode {
  const [busy, setBusy] = useState<Busy | undefined>();
  const [received, setReceived] = useState(0);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const run = async (what: Busy, work: () => Promise<unknown>) => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      if (!stopping.current.signal.aborted) toast(errorText(error), 'bad');
    }
    setBusy(undefined);
  };
  const save = () => run('download', () => saveDocument(report, stopping.current.signal, setReceived));
  const remove = () =>
    run('delete', async () => {
      await client.deleteReport({ path: { reportId: report.reportId } });
      toast(isOpen(report) ? 'The report was cancelled' : 'The report was deleted');
      onChanged();
    });
  const saving = report.bytes && busy === 'download' ? ` ${Math.floor((100 * received) / report.bytes)}%` : '';
  return html`<div class="report-actions">
    ${report.state === 'DONE' && html`<${WriteButton} type="button" class="main" disabled=${busy !== undefined} onClick=${save}>Download${saving}<//>`}
    ${!isOpen(report) && html`<${WriteButton} type="button" onClick=${() => onRepeat(report)}>Repeat<//>`}
    ${report.state === 'DONE' && html`<${WriteButton} type="button" onClick=${() => onRepeat(report, report.reportId)}>What changed since<//>`}
    <${WriteButton} type="button" disabled=${busy !== undefined} aria-label=${`${isOpen(report) ? 'Cancel' : 'Delete'} ${name}`} onClick=${remove}>${isOpen(report) ? 'Cancel' : 'Delete'}<//>
  </div>`;
}
