import type { CreateReportData, Report } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../api.ts';
import { PageHeading } from '../components/page-heading.ts';
import { PageState } from '../components/page-state.ts';
import { toast } from '../components/toast.ts';
import { html } from '../html.ts';
import { useLiveReload } from '../live.ts';
import { type Loaded, shown, useLoad } from '../load.ts';
import { type Marketplace, marketplace } from '../marketplace.ts';
import type { PageProps } from '../page.ts';
import { canRepeat } from '../use-repeat.ts';
import { errorText } from './reports/error-text.ts';
import { choiceIn, NewReport } from './reports/new-report.ts';
import { isOpen } from './reports/progress-words.ts';
import { ReportRow } from './reports/report-row.ts';
import { parametersIn } from './reports/report-types.ts';
import { type EditedSchedule, ScheduleForm } from './reports/schedule-form.ts';
import { ScheduleList } from './reports/schedule-list.ts';

const LEAD = 'All of it in one file, true at one instant. Reports are kept for 7 days, and contain no costs.';
const PAGE = 20;
/** While one is being made; otherwise an event says that something has changed. */
const BUSY_MS = 1_000;

export function Page({ query }: PageProps): VNode {
  const market = marketplace.value;
  const heading = html`<${PageHeading} title="Reports" lead=${LEAD} />`;
  if (!market) return html`${heading}<${PageState} state="empty" title="You sell in no marketplace yet" />`;
  return html`${heading}<${Reports} query=${query} market=${market} />`;
}

type ReportPage = { readonly reports: readonly Report[]; readonly hasMore: boolean };

function Reports({ query, market }: { query: URLSearchParams; market: Marketplace }): VNode {
  const [pages, setPages] = useState(1);
  const [edited, setEdited] = useState<EditedSchedule | undefined>();
  const loaded = useLoad((signal) => loadPages(pages, signal), [pages]);
  const schedules = useLoad((signal) => client.getReportSchedules({ signal }), []);
  useLiveReload(loaded.reload, ({ type }) => type === 'REPORT_READY');
  useProgress(loaded);
  const repeat = async ({ reportType, marketplaceIds, parameters, format, locale }: Report, since?: string) => {
    const body = { reportType, marketplaceIds, parameters, format, ...(locale && { locale }), ...(since && { since }) };
    try {
      await client.createReport({ body: body as CreateReportData['body'] });
      toast('The report was asked for');
      loaded.reload();
    } catch (error) {
      toast(errorText(error), 'bad');
    }
  };
  const makeRegular = () => {
    const choice = choiceIn(query, market);
    const read = parametersIn(query, choice.reportType, market.currency);
    if ('parameters' in read) setEdited({ ...choice, parameters: read.parameters } as EditedSchedule);
  };
  const saved = () => {
    setEdited(undefined);
    schedules.reload();
  };
  return html`<${NewReport} query=${query} market=${market} onAsked=${loaded.reload} onRegular=${makeRegular} />
    <h2>Your reports</h2>
    ${shown(loaded, ({ reports, hasMore }) =>
      reports.length === 0
        ? html`<${PageState} state="empty" title="No report yet" hint="Choose one above. Small ones are ready within seconds." />`
        : html`<ul class="reports">${reports.map((report) => html`<${ReportRow} key=${report.reportId} report=${report} onChanged=${loaded.reload} onRepeat=${(one: Report, since?: string) => void repeat(one, since)} />`)}</ul>
          ${hasMore && html`<p><button type="button" disabled=${loaded.isLoading} onClick=${() => setPages(pages + 1)}>Show older</button></p>`}`,
    )}
    <${ScheduleList} loaded=${schedules} onEdit=${setEdited} />
    ${edited && html`<${ScheduleForm} of=${edited} onClose=${() => setEdited(undefined)} onSaved=${saved} />`}`;
}

/** Asks again while a report is being made. A slow answer is waited for. */
function useProgress({ value, isLoading, reload }: Loaded<ReportPage>): void {
  const isBusy = value?.reports.some(isOpen) ?? false;
  useEffect(() => {
    if (!isBusy || isLoading) return;
    const timer = setTimeout(() => canRepeat() && reload(), BUSY_MS);
    return () => clearTimeout(timer);
  }, [isBusy, isLoading, value]);
}

async function loadPages(pages: number, signal: AbortSignal): Promise<ReportPage> {
  const reports: Report[] = [];
  let nextToken: string | undefined;
  for (let page = 0; page < pages && (page === 0 || nextToken !== undefined); page += 1) {
    const query = { limit: PAGE, ...(nextToken === undefined ? {} : { nextToken }) };
    const answer = await client.getReports({ query, signal });
    reports.push(...answer.reports);
    nextToken = answer.nextToken;
  }
  return { reports, hasMore: nextToken !== undefined };
}
