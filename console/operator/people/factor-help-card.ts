import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { failureState } from '../../components/failure.ts';
import { PageState } from '../../components/page-state.ts';
import { Time } from '../../components/time.ts';
import { toast } from '../../components/toast.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { client } from '../api.ts';
import { Actor } from '../parts/actor.ts';

/** People who lost every factor: two of the operator's people vouch for one, or the factors go after 72 hours. */
export function FactorHelpCard(): VNode {
  const help = useLoad((signal) => client.listFactorHelp({ signal }), []);
  const [failure, setFailure] = useState<unknown>();
  const act = async (accountId: string, action: 'HELP' | 'STOP') => {
    setFailure(undefined);
    try {
      const { state } = await client.helpWithFactors({ path: { accountId }, body: { action } });
      toast(
        state === 'REMOVED'
          ? 'The factors are removed: the person sets up new ones.'
          : action === 'STOP'
            ? 'The help was stopped.'
            : 'You vouched. Another one must, too.',
      );
    } catch (error) {
      setFailure(error);
    }
    help.reload();
  };
  return html`<section class="card">
    <h2>Help with a lost factor</h2>
    <p class="small soft">Vouch only for a person whom you know by another way than e-mail. A second one of you removes the factors at once; without anybody they go after 72 hours.</p>
    ${failure !== undefined && html`<${PageState} ...${failureState(failure)} />`}
    ${shown(
      help,
      ({ factorHelp }) =>
        factorHelp.length === 0
          ? html`<p class="soft">Nobody waits.</p>`
          : html`<ul class="plain people">${factorHelp.map(
              ({
                accountId,
                email,
                askedTime,
                removalTime,
                vouchedBy,
                voucher,
              }) => html`<li key=${accountId} class="person">
                <p><strong>${email}</strong> <span class="small soft">asked <${Time} at=${askedTime} />, at the latest removed <${Time} at=${removalTime} /></span></p>
                ${vouchedBy && html`<p class="small soft">One of you has vouched: <${Actor} id=${vouchedBy} ...${voucher} /></p>`}
                <div class="buttons"><button type="button" onClick=${() => act(accountId, 'HELP')}>Vouch for this person</button><button type="button" class="danger" onClick=${() => act(accountId, 'STOP')}>Stop</button></div>
              </li>`,
            )}</ul>`,
      2,
    )}
  </section>`;
}
