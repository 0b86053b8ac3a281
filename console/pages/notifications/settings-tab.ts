import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { Dialog } from '../../components/dialog.ts';
import { toast } from '../../components/toast.ts';
import { WriteButton } from '../../components/write-button.ts';
import { html } from '../../html.ts';
import { hrefOf, navigate } from '../../router.ts';
import type { RowProps } from './data.ts';
import { DestinationForm } from './form/destination-form.ts';
import { fieldErrors } from './form/field-errors.ts';
import { changeBody, type FormValues, valuesOf } from './form/form-values.ts';
import { localTimeZone } from './form/quiet-fields.ts';
import { KindChoices } from './kind-choices.ts';
import { switchTo } from './notices.ts';
import { isType } from './words.ts';

type Leaving = { leave: (isLeaving: boolean) => void };

/** Changes of a destination, and its end. The form keeps what the seller types while the page follows the destination. */
export function SettingsTab({ row: { destination }, reload, leave }: RowProps & Leaving): VNode {
  const [before, setBefore] = useState(destination);
  const [values, setValues] = useState<FormValues>(() => valuesOf(destination, localTimeZone()));
  const { channelId, type, status } = destination;
  const save = async () => {
    const body = changeBody(before, values);
    if (Object.keys(body).length === 0) return toast('There was nothing to change.');
    const changed = await client.changeDestination({ path: { channelId }, body });
    setBefore(changed);
    setValues(valuesOf(changed, localTimeZone()));
    for (const { message } of changed.warnings ?? []) toast(message, 'bad');
    toast('Saved.');
    reload();
  };
  return html`${isType(type) && html`<${DestinationForm} key=${before.lastModifiedTimestamp} type=${type} values=${values} onChange=${setValues} onSubmit=${save} submit="Save" />`}
    <${KindChoices} destination=${destination} reload=${reload} />
    <section class="card end-of-life" aria-labelledby="end-title">
      <h2 id="end-title">Switch off or delete</h2>
      <p class="soft">Switched off, it keeps its settings and its log. Deleted, it is gone with what waits for it.</p>
      <p class="notice-actions">
        ${status === 'INACTIVE' ? html`<${WriteButton} type="button" onClick=${() => void switchTo('ACTIVE', channelId, reload)}>Switch on<//>` : html`<${WriteButton} type="button" onClick=${() => void switchTo('INACTIVE', channelId, reload)}>Switch off<//>`}
        <${DeleteButton} channelId=${channelId} name=${destination.channelName} leave=${leave} />
      </p>
    </section>`;
}

function DeleteButton({ channelId, name, leave }: { channelId: string; name: string } & Leaving): VNode {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    leave(true);
    try {
      await client.deleteDestination({ path: { channelId } });
      toast(`Deleted ${name}.`);
      navigate(hrefOf('/notifications'));
    } catch (error) {
      toast(fieldErrors(error, []).rest.join(' '), 'bad');
      setBusy(false);
      leave(false);
    }
  };
  const actions = html`<button type="button" onClick=${() => setOpen(false)}>Keep it</button><button type="button" class="danger" disabled=${isBusy} onClick=${remove}>Delete</button>`;
  return html`<${WriteButton} type="button" class="danger" onClick=${() => setOpen(true)}>Delete<//>
    <${Dialog} isOpen=${isOpen} title=${`Delete ${name}?`} onClose=${() => setOpen(false)} actions=${actions}><p>Its settings, its log and what waits for it are gone. This cannot be undone.</p><//>`;
}
