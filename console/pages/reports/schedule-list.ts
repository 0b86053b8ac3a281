import type { ReportSchedule } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { client } from '../../api.ts';
import { Badge } from '../../components/badge.ts';
import { Time } from '../../components/time.ts';
import { toast } from '../../components/toast.ts';
import { WriteButton } from '../../components/write-button.ts';
import { html } from '../../html.ts';
import { type Loaded, shown } from '../../load.ts';
import { errorText } from './error-text.ts';
import { reportLabel } from './report-types.ts';
import { whenText } from './schedule-words.ts';

type ListProps = {
  loaded: Loaded<{ readonly schedules: readonly ReportSchedule[] }>;
  onEdit: (schedule: ReportSchedule) => void;
};

export function ScheduleList({ loaded, onEdit }: ListProps): VNode {
  return html`<h2>Regular reports</h2>
    ${shown(
      loaded,
      ({ schedules }) =>
        schedules.length === 0
          ? html`<p class="soft">None yet. Choose a report above, and “Make it regularly”.</p>`
          : html`<ul class="reports">${schedules.map((one) => html`<${ScheduleRow} key=${`${one.createdBy} ${one.scheduleId}`} schedule=${one} onEdit=${onEdit} onChanged=${loaded.reload} />`)}</ul>`,
      2,
    )}`;
}

type RowProps = { schedule: ReportSchedule; onEdit: ListProps['onEdit']; onChanged: () => void };

function ScheduleRow({ schedule, onEdit, onChanged }: RowProps): VNode {
  const { scheduleId, reportType, problem, nextTime, onlyChanges } = schedule;
  const remove = async () => {
    try {
      await client.deleteReportSchedule({ path: { scheduleId } });
      toast('The regular report was deleted');
      onChanged();
    } catch (error) {
      toast(errorText(error), 'bad');
    }
  };
  return html`<li class="card report">
    <div class="report-head"><h3><span class="report-name">${scheduleId}</span> <span class="soft small">${reportLabel(reportType)}${onlyChanges && ', only what changed'}</span></h3>${problem && html`<${Badge} tone="warn">Stopped<//>`}</div>
    <p class="small">${whenText(schedule)}. Next: <${Time} at=${nextTime} /></p>
    ${problem && html`<p class="report-failure">${problem.message}</p>`}
    <div class="report-actions">
      <button type="button" aria-label=${`Edit ${scheduleId}`} onClick=${() => onEdit(schedule)}>Edit</button>
      <${WriteButton} type="button" aria-label=${`Delete ${scheduleId}`} onClick=${() => void remove()}>Delete<//>
    </div>
  </li>`;
}
