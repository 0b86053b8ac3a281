import type { VNode } from 'preact';
import { TextField } from '../../../components/field.ts';
import { html } from '../../../html.ts';
import type { FormPart } from './form-part.ts';
import { HeaderFields } from './header-fields.ts';
import { PushField } from './push-field.ts';

/** What only one type has: its address and its limits. */
export function TypeFields(part: FormPart): VNode {
  if (part.type === 'WEBHOOKS') return html`<${WebhookFields} ...${part} />`;
  if (part.type === 'PULL') return html`<${QueueFields} ...${part} />`;
  if (part.type === 'MOBILE_PUSH') return html`<${PushField} ...${part} />`;
  const { type, values, errors, set } = part;
  if (type === 'SMS')
    return html`<${TextField} label="Phone number" type="tel" autocomplete="tel" placeholder="+12065550123" hint="With + and the country. The phone gets a message with a code, which you enter in the next step." value=${values.phoneNumber} error=${errors['smsConfig.phoneNumber']} onInput=${(phoneNumber: string) => set({ phoneNumber })} />`;
  return html`<${TextField} label="E-mail address" type="email" autocomplete="email" placeholder="Your registered address" hint="Another address than your registered one gets a message with a code, which you enter in the next step." value=${values.address} error=${errors['emailConfig.address']} onInput=${(address: string) => set({ address })} />`;
}

function WebhookFields({ values, errors, set, isNew }: FormPart): VNode {
  const isSpecial = values.headers.length > 0 || values.maxInFlight !== '';
  return html`<${TextField} label="Address of your server" type="url" inputmode="url" autocomplete="off" placeholder="https://hooks.example.com/notifications" hint="https, reachable from the internet. Redirects are not followed." value=${values.url} error=${errors['webhookConfig.url']} onInput=${(url: string) => set({ url })} />
    <details class="more" open=${!isNew && isSpecial ? true : undefined}>
      <summary>Headers, limits and a secret of your own</summary>
      <${HeaderFields} headers=${values.headers} error=${errors['webhookConfig.headers']} onChange=${(headers: FormPart['values']['headers']) => set({ headers })} />
      <${TextField} label="Requests at the same time" inputmode="numeric" placeholder="10" hint="1 to 100." value=${values.maxInFlight} error=${errors['webhookConfig.maxInFlight']} onInput=${(maxInFlight: string) => set({ maxInFlight })} />
      ${isNew && html`<${TextField} label="Signing secret" autocomplete="off" placeholder="One is made for you" hint="whsec_ and the base64 of 24 to 64 bytes, if you bring your own." value=${values.secret} error=${errors['webhookConfig.signing.secret']} onInput=${(secret: string) => set({ secret })} />`}
    </details>`;
}

function QueueFields({ values, errors, set }: FormPart): VNode {
  return html`<div class="two">
    <${TextField} label="Hide a fetched message for" inputmode="numeric" placeholder="30" hint="Seconds. Then another program may get it." value=${values.visibilitySeconds} error=${errors['pullConfig.visibilityTimeoutSeconds']} onInput=${(visibilitySeconds: string) => set({ visibilitySeconds })} />
    <${TextField} label="Keep what nobody fetches for" inputmode="decimal" placeholder="4" hint="Days, up to 14." value=${values.retentionDays} error=${errors['pullConfig.retentionSeconds']} onInput=${(retentionDays: string) => set({ retentionDays })} />
  </div>`;
}
