import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { TextField } from '../../../components/field.ts';
import { WriteButton } from '../../../components/write-button.ts';
import { session } from '../../../current-session.ts';
import { html } from '../../../html.ts';
import { type DestinationType, isForPeople } from '../words.ts';
import { DryRun } from './dry-run.ts';
import { type FieldErrors, fieldErrors, NO_ERRORS } from './field-errors.ts';
import { FilterFields } from './filter-fields.ts';
import { filterOf } from './filter-values.ts';
import type { FormValues } from './form-values.ts';
import { KindFields } from './kind-fields.ts';
import { QuietFields } from './quiet-fields.ts';
import { TypeFields } from './type-fields.ts';

type DestinationFormProps = {
  type: DestinationType;
  values: FormValues;
  onChange: (values: FormValues) => void;
  /** Rejects with the error of the API, which is then shown at its field. */
  onSubmit: () => Promise<void>;
  submit: string;
  isNew?: boolean;
};

/** Every field that an error can be shown at. */
const fields = [
  'channelName',
  'webhookConfig.url',
  'webhookConfig.headers',
  'webhookConfig.maxInFlight',
  'webhookConfig.signing.secret',
  'emailConfig.address',
  'smsConfig.phoneNumber',
  'mobilePushConfig',
  'pullConfig.visibilityTimeoutSeconds',
  'pullConfig.retentionSeconds',
  'eventTypes',
  'windowSeconds',
  'quietHours.start',
  'quietHours.end',
  'quietHours.timeZone',
  'filter.marketplaceIds',
  'filter.storeItemIds',
  'filter.skus',
  'filter.conditions',
  'filter.changes',
  'filter.minPriceChangePercent',
];

/** All choices of a destination. New ones and old ones have the same form. */
export function DestinationForm({
  type,
  values,
  onChange,
  onSubmit,
  submit,
  isNew = false,
}: DestinationFormProps): VNode {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
  const [trialErrors, setTrialErrors] = useState<FieldErrors['fields']>({});
  const [isBusy, setBusy] = useState(false);
  const set = (changes: Partial<FormValues>) => onChange({ ...values, ...changes });
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setErrors(NO_ERRORS);
    try {
      await onSubmit();
    } catch (error) {
      setErrors(fieldErrors(error, fields));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    if (errors !== NO_ERRORS) form.current?.querySelector<HTMLElement>('[aria-invalid=true], .form-errors')?.focus();
  }, [errors]);
  const part = { type, values, errors: { ...trialErrors, ...errors.fields }, set, isNew };
  const hasFilter = filterOf(values.filter) !== undefined;
  return html`<form class="destination-form" ref=${form} onSubmit=${send} novalidate>
    <div class="card">
      <h2>Where to</h2>
      <${TextField} label="Name" hint="Only you see it." value=${values.name} error=${errors.fields.channelName} maxlength="256" autocomplete="off" onInput=${(name: string) => set({ name })} />
      <${TypeFields} ...${part} />
    </div>
    <div class="card">
      <h2>What</h2>
      <${KindFields} ...${part} />
      <details class="more" open=${hasFilter}>
        <summary>Only some of these events</summary>
        <${FilterFields} ...${part} />
      </details>
      <${DryRun} type=${type} kinds=${values.kinds} filter=${values.filter} fields=${fields} onErrors=${setTrialErrors} />
    </div>
    ${isForPeople(type) && html`<div class="card"><h2>When</h2><${QuietFields} ...${part} /></div>`}
    ${errors.rest.length > 0 && html`<div class="note bad form-errors" role="alert" tabindex="-1">${errors.rest.map((text) => html`<p key=${text}>${text}</p>`)}${errors.needsSignIn && html`<button type="button" onClick=${signInAgainBeside}>Sign in again</button>`}</div>`}
    <div class="form-end"><${WriteButton} class="main" disabled=${isBusy}>${isBusy ? 'Saving …' : submit}<//></div>
  </form>`;
}

/** In a window of its own, so that the form keeps what was entered; here, where the browser allows none. */
function signInAgainBeside(): void {
  if (!session.signInInWindow('login')) void session.signInAgain();
}
