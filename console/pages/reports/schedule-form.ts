import type { PutReportScheduleData, ReportSchedule } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { Dialog } from '../../components/dialog.ts';
import { CheckField, SelectField, TextField } from '../../components/field.ts';
import { toast } from '../../components/toast.ts';
import { WriteButton } from '../../components/write-button.ts';
import { html } from '../../html.ts';
import { errorText } from './error-text.ts';
import { reportLabel } from './report-types.ts';
import { dayNames, hourText } from './schedule-words.ts';

/** What the reports of a schedule contain. */
type ScheduleContent = Pick<ReportSchedule, 'reportType' | 'marketplaceIds' | 'parameters' | 'format' | 'locale'>;

export type EditedSchedule = ScheduleContent & Partial<ReportSchedule>;

const DAYS = [
  { value: '', label: 'Every day' },
  ...Object.entries(dayNames).map(([value, label]) => ({ value, label })),
];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

type FormProps = { of: EditedSchedule; onClose: () => void; onSaved: () => void };

/** When a report is made; what it contains was chosen before. */
export function ScheduleForm({ of, onClose, onSaved }: FormProps): VNode {
  const [scheduleId, setId] = useState(of.scheduleId ?? `${of.reportType.toLowerCase().replaceAll('_', '-')}-daily`);
  const [weekday, setWeekday] = useState<string>(of.weekday ?? '');
  const [hour, setHour] = useState(of.hour ?? 6);
  const [timeZone, setZone] = useState(of.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [onlyChanges, setOnlyChanges] = useState(of.onlyChanges ?? false);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isWrongId = !/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(scheduleId);
  const save = async () => {
    setBusy(true);
    setError('');
    try {
      const { reportType, marketplaceIds, parameters, format, locale } = of;
      const body = {
        ...{ reportType, marketplaceIds, parameters, format, ...(locale && { locale }), hour, timeZone },
        ...(weekday ? { weekday } : { onlyChanges }),
      };
      await client.putReportSchedule({ path: { scheduleId }, body: body as PutReportScheduleData['body'] });
      toast('The regular report was saved');
      onSaved();
    } catch (failure) {
      setError(errorText(failure));
    }
    setBusy(false);
  };
  const actions = html`<button type="button" onClick=${onClose}>Cancel</button><${WriteButton} type="button" class="main" disabled=${isBusy || isWrongId} onClick=${() => void save()}>Save<//>`;
  return html`<${Dialog} isOpen title=${`${reportLabel(of.reportType)}, regularly`} onClose=${onClose} actions=${actions}>
    <div class="report-fields">
      <${TextField} label="Name" value=${scheduleId} disabled=${of.scheduleId !== undefined} onInput=${setId} autocomplete="off" error=${isWrongId ? 'Letters, digits, dots, dashes and underscores.' : undefined} />
      <${SelectField} label="Day" value=${weekday} options=${DAYS} onChange=${setWeekday} />
      <${SelectField} label="Hour" value=${String(hour)} options=${HOURS} onChange=${(value: string) => setHour(Number(value))} />
      <${TextField} label="Time zone" value=${timeZone} onInput=${setZone} hint="Such as Europe/Berlin." autocomplete="off" spellcheck=${false} />
    </div>
    ${weekday === '' && html`<${CheckField} label="Only what changed since the one before" isChecked=${onlyChanges} onChange=${setOnlyChanges} />`}
    ${error && html`<p class="field-error" role="alert">${error}</p>`}
  <//>`;
}
