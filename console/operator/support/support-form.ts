import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../components/dialog.ts';
import { failureState } from '../../components/failure.ts';
import { TextField } from '../../components/field.ts';
import { PageState } from '../../components/page-state.ts';
import { html } from '../../html.ts';
import { client } from '../api.ts';
import { openSupport } from './handing-over.ts';

type SupportFormProps = { sellerId: string; onChanged: () => void };

/** The button, and the question why behind it. */
export function SupportForm({ sellerId, onChanged }: SupportFormProps): VNode {
  const isOpen = useSignal(false);
  const reason = useSignal('');
  const problem = useSignal<string | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const form = useRef<HTMLFormElement>(null);
  // After the dialog's own effect, which gives the focus to its first button.
  useEffect(() => {
    if (isOpen.value) form.current?.querySelector('input')?.focus();
  }, [isOpen.value]);
  const begin = (event: Event) => {
    event.preventDefault();
    failure.value = undefined;
    problem.value = reason.value.trim() === '' ? 'Say why: the owners of the seller read it.' : undefined;
    if (problem.value !== undefined) return;
    const body = { sellerId, reason: reason.value.trim() };
    const opening = openSupport(() => client.beginSupportSession({ body }), onChanged);
    if (opening === false) {
      problem.value = 'The browser has blocked the tab. Allow windows for this site, and try again.';
      return;
    }
    opening.then(
      () => {
        reason.value = '';
        isOpen.value = false;
        onChanged();
      },
      (error: unknown) => {
        failure.value = error;
      },
    );
  };
  const set = (value: boolean) => () => {
    isOpen.value = value;
  };
  return html`<button type="button" aria-haspopup="dialog" onClick=${set(true)}>See the console as this seller</button>
    <${Dialog} isOpen=${isOpen.value} title="See the console as this seller" onClose=${set(false)}>
      <form ref=${form} onSubmit=${begin} novalidate>
        <p class="soft">In a new tab, for an hour at most: you read what the seller reads, but not what its goods cost it, and change nothing.</p>
        <${TextField} label="Reason" hint="The owners of the seller read it, and can end the session." maxlength="500" autocomplete="off" value=${reason.value} error=${problem.value} onInput=${(
          value: string,
        ) => {
          reason.value = value;
        }} />
        ${failure.value !== undefined && html`<${PageState} ...${failureState(failure.value)} />`}
        <div class="buttons"><button class="main">Open the console</button><button type="button" onClick=${set(false)}>Cancel</button></div>
      </form>
    <//>`;
}
