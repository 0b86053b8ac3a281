import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { CopyBlock } from '../../components/copy-button.ts';
import { TextField } from '../../components/field.ts';
import { toast } from '../../components/toast.ts';
import { WriteButton } from '../../components/write-button.ts';
import { html } from '../../html.ts';
import { settings } from '../../settings.ts';
import type { RowProps } from './data.ts';
import { fieldErrors } from './form/field-errors.ts';
import { sendTest } from './log/test-state.ts';
import { dropSecret, secretOf } from './shown-secrets.ts';
import { suspensionOf } from './suspension.ts';
import { hasOwner } from './words.ts';

/** What the seller has to do before a destination works, or works again. */
export function Notices(props: RowProps): VNode {
  const { destination } = props.row;
  const { channelId, status } = destination;
  const secret = secretOf(channelId);
  return html`${secret && html`<${SecretNotice} channelId=${channelId} secret=${secret} />`}
    ${status === 'PENDING_VERIFICATION' && html`<${ConfirmNotice} ...${props} />`}
    ${status === 'SUSPENDED' && html`<${SuspendedNotice} ...${props} />`}
    ${status === 'INACTIVE' && html`<${OffNotice} ...${props} />`}`;
}

/** The only time that a secret is shown. */
const SecretNotice = ({
  channelId,
  secret,
}: {
  channelId: string;
  secret: string;
}): VNode => html`<section class="note advice notice" aria-labelledby="secret-title">
  <h2 id="secret-title">Store the signing secret now</h2>
  <p>Your server verifies with it that requests come from here. It is not shown again.</p>
  <${CopyBlock} text=${secret} of="the signing secret" isWrapped />
  <p><button type="button" onClick=${() => dropSecret(channelId)}>I have stored it</button></p>
</section>`;

/** The owner of the address agrees by a link, or gives the code to the seller. */
function ConfirmNotice({ row: { destination }, reload }: RowProps): VNode {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { channelId, type } = destination;
  const confirm = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await client.confirmDestination({ path: { channelId }, body: { code } });
      toast('Confirmed. Events are sent from now on.');
      reload();
    } catch (failure) {
      const { fields, rest } = fieldErrors(failure, ['code']);
      setError(fields.code ? 'Enter the six digits of the message, such as 482 913.' : rest[0]);
    } finally {
      setBusy(false);
    }
  };
  const to = hasOwner(type) && (type === 'SMS' ? destination.smsConfig?.phoneNumber : destination.emailConfig?.address);
  return html`<section class="note warned notice" aria-labelledby="confirm-title">
    <h2 id="confirm-title">Enter the code</h2>
    <p>A message with a code of six digits went to ${to || 'the address'}. Enter it here, or let its owner open the link in it. Until then no events are sent.</p>
    <form class="code-form" onSubmit=${confirm} novalidate>
      <${TextField} label="Code" inputmode="numeric" autocomplete="one-time-code" placeholder="482 913" value=${code} error=${error} onInput=${setCode} />
      <${WriteButton} class="main" disabled=${isBusy}>Confirm<//>
      <p><${WriteButton} type="button" class="link" onClick=${() => void sendTest(destination)}>Send a new code<//></p>
    </form>
  </section>`;
}

function SuspendedNotice({ row: { destination }, reload }: RowProps): VNode {
  const { title, hint, canSwitchOn } = suspensionOf(destination);
  return html`<section class="note bad notice" aria-labelledby="suspended-title">
    <h2 id="suspended-title">${title}</h2>
    <p>${hint}</p>
    <p class="notice-actions">
      ${canSwitchOn && html`<${WriteButton} type="button" class="main" onClick=${() => void sendTest(destination)}>Send a test<//><button type="button" onClick=${() => void switchTo('ACTIVE', destination.channelId, reload)}>Switch on now</button>`}
      ${!canSwitchOn && settings.grantsUrl && html`<a class="action" href=${settings.grantsUrl}>Applications</a>`}
    </p>
  </section>`;
}

const OffNotice = ({
  row: { destination },
  reload,
}: RowProps): VNode => html`<section class="note advice notice" aria-labelledby="off-title">
  <h2 id="off-title">Switched off</h2>
  <p>It gets no events. What happens meanwhile is not sent later; you can send it again from the list of events.</p>
  <p class="notice-actions"><${WriteButton} type="button" class="main" onClick=${() => void switchTo('ACTIVE', destination.channelId, reload)}>Switch on<//></p>
</section>`;

/** Says itself when it fails. */
export async function switchTo(status: 'ACTIVE' | 'INACTIVE', channelId: string, reload: () => void): Promise<void> {
  try {
    await client.changeDestination({ path: { channelId }, body: { status } });
    toast(status === 'ACTIVE' ? 'Switched on.' : 'Switched off.');
  } catch (error) {
    toast(fieldErrors(error, []).rest[0] ?? 'This did not work.', 'bad');
  }
  reload();
}
