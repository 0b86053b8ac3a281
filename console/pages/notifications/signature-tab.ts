import type { Destination } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { apiUrl } from '../../api-url.ts';
import { CopyBlock } from '../../components/copy-button.ts';
import { Dialog } from '../../components/dialog.ts';
import { SelectField } from '../../components/field.ts';
import { toast } from '../../components/toast.ts';
import { WriteButton } from '../../components/write-button.ts';
import { html } from '../../html.ts';
import { fieldErrors } from './form/field-errors.ts';
import { keepSecret } from './shown-secrets.ts';
import { snippetNames, verifySnippets } from './snippets.ts';

type SnippetName = keyof typeof verifySnippets;

/** How a receiver knows that a request is genuine, and another secret for it. */
export function SignatureTab({ destination: { channelId } }: { destination: Destination }): VNode {
  const [snippet, setSnippet] = useState<SnippetName>('sdk');
  const options = Object.entries(snippetNames).map(([value, label]) => ({ value, label }));
  return html`<section class="card" aria-labelledby="verify-title">
      <h2 id="verify-title">Verify the signature</h2>
      <p>Anyone can send a request to your address. The header <code>Webhook-Signature</code> proves that it came from here: an HMAC of id, time and body with your secret, as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> has it.</p>
      <ul class="rules"><li>Verify the raw bytes of the body, before parsing.</li><li>Reject a time that is more than five minutes off.</li><li>Accept when one of the signatures matches: while a secret is replaced there are two.</li></ul>
      <div class="snippet-choice"><${SelectField} label="Code for" options=${options} value=${snippet} onChange=${(name: SnippetName) => setSnippet(name)} /></div>
      <${CopyBlock} text=${verifySnippets[snippet]} of="the code" />
      <p class="field-hint"><a href=${`${apiUrl}/guides/receiving-webhooks`}>Guide with complete receivers</a></p>
    </section>
    <${RotateSecret} channelId=${channelId} />`;
}

const graces = [
  { value: '86400', label: 'for one day' },
  { value: '3600', label: 'for one hour' },
  { value: '604800', label: 'for one week' },
  { value: '0', label: 'not at all: it has leaked' },
];

/** The new secret appears above the tabs, once. */
function RotateSecret({ channelId }: { channelId: string }): VNode {
  const [isOpen, setOpen] = useState(false);
  const [grace, setGrace] = useState('86400');
  const [isBusy, setBusy] = useState(false);
  const rotate = async () => {
    setBusy(true);
    try {
      const { webhookConfig } = await client.rotateSecret({
        path: { channelId },
        body: { graceSeconds: Number(grace) },
      });
      if (webhookConfig.signing) keepSecret(channelId, webhookConfig.signing.secret);
      setOpen(false);
      scrollTo(0, 0);
    } catch (error) {
      toast(fieldErrors(error, []).rest.join(' '), 'bad');
    }
    setBusy(false);
  };
  const actions = html`<button type="button" onClick=${() => setOpen(false)}>Cancel</button><${WriteButton} type="button" class="main" disabled=${isBusy} onClick=${rotate}>Replace the secret<//>`;
  return html`<section class="card" aria-labelledby="rotate-title">
    <h2 id="rotate-title">Replace the secret</h2>
    <p class="soft">The new one is shown once. The old one stays valid as long as you choose, so nothing is lost while you change it.</p>
    <button type="button" onClick=${() => setOpen(true)}>Replace the secret</button>
    <${Dialog} isOpen=${isOpen} title="Replace the secret" onClose=${() => setOpen(false)} actions=${actions}>
      <${SelectField} label="Accept the old secret" hint="During this time each request has two signatures." options=${graces} value=${grace} onChange=${setGrace} />
    <//>
  </section>`;
}
