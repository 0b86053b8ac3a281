import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { client } from '../../../api.ts';
import { PageHeading } from '../../../components/page-heading.ts';
import { toast } from '../../../components/toast.ts';
import { html } from '../../../html.ts';
import { hrefOf, navigate } from '../../../router.ts';
import { BackLink } from '../back-link.ts';
import { keepSecret } from '../shown-secrets.ts';
import { type DestinationType, typeWords } from '../words.ts';
import { DestinationForm } from './destination-form.ts';
import { createBody, type FormValues, newValues } from './form-values.ts';
import { localTimeZone } from './quiet-fields.ts';

const titles: Readonly<Record<DestinationType, string>> = {
  WEBHOOKS: 'New webhook',
  EMAIL: 'New e-mail destination',
  SMS: 'New SMS destination',
  MOBILE_PUSH: 'Notify this browser',
  PULL: 'New queue',
};

/** The form for a new destination. What comes after it (the secret, the code, the first test) is on the destination's own page. */
export function CreateDestination({ type }: { type: DestinationType }): VNode {
  const [values, setValues] = useState<FormValues>(() => newValues(localTimeZone()));
  // The same key for each attempt: pressing twice creates one.
  const key = useRef(crypto.randomUUID());
  const lastBody = useRef('');
  const create = async () => {
    const body = createBody(type, values);
    const text = JSON.stringify(body);
    if (lastBody.current !== text) key.current = crypto.randomUUID();
    lastBody.current = text;
    const made = await client.createDestination({ body, headers: { 'idempotency-key': key.current } });
    const secret = made.webhookConfig.signing?.secret;
    if (secret) keepSecret(made.channelId, secret);
    for (const { message } of made.warnings ?? []) toast(message, 'bad');
    navigate(hrefOf('/notifications', made.channelId));
  };
  return html`<${BackLink} href=${`${hrefOf('/notifications')}?new`}>New destination<//>
    <${PageHeading} title=${titles[type]} lead=${typeWords[type].about} />
    <${DestinationForm} type=${type} values=${values} onChange=${setValues} onSubmit=${create} submit="Create" isNew />`;
}
