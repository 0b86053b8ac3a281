import type { ComponentChildren, VNode } from 'preact';
import { html } from '../html.ts';
import { Icon, type IconName } from './icon.ts';

export type StateName = 'loading' | 'empty' | 'done' | 'error' | 'expired' | 'offline' | 'forbidden';

export type PageStateProps = {
  state: StateName;
  title?: string;
  /** What to do about it. */
  hint?: ComponentChildren;
  /** The operator finds the call with it. */
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** In the place of the button: another way on. */
  action?: ComponentChildren;
  /** How many rows a skeleton has. */
  rows?: number;
};

type Words = { icon: IconName; title: string; hint: string; retry: string };

const words: Readonly<Record<Exclude<StateName, 'loading'>, Words>> = {
  empty: { icon: 'empty', title: 'Nothing here yet', hint: '', retry: 'Look again' },
  done: { icon: 'check', title: 'Everything is in order', hint: '', retry: 'Look again' },
  error: {
    icon: 'warning',
    title: 'This did not work',
    hint: 'The service could not answer. Try again in a moment.',
    retry: 'Try again',
  },
  expired: {
    icon: 'lock',
    title: 'Your session has ended',
    hint: 'Sign in again to go on. What you entered stays on this page.',
    retry: 'Sign in',
  },
  offline: {
    icon: 'offline',
    title: 'You are offline',
    hint: 'The console goes on as soon as there is a connection.',
    retry: 'Try again',
  },
  forbidden: {
    icon: 'lock',
    title: 'You have no right to see this',
    hint: 'The console was not given this right. Sign in again to grant it.',
    retry: 'Try again',
  },
};

/** What is shown in the place of content that is not there, and why. Every page and every part of one uses it. */
export function PageState(props: PageStateProps): VNode {
  const { state, title, hint, requestId, onRetry, action, rows = 5 } = props;
  if (state === 'loading') return html`<${Skeleton} rows=${rows} title=${title} />`;
  const text = words[state];
  return html`<section class="page-state" data-state=${state} role=${state === 'empty' || state === 'done' ? undefined : 'alert'}>
    <span class="page-state-icon"><${Icon} name=${text.icon} /></span>
    <h2>${title ?? text.title}</h2>
    ${(hint ?? text.hint) && html`<p class="soft">${hint ?? text.hint}</p>`}
    ${requestId && html`<p class="soft small">Request <code>${requestId}</code></p>`}
    ${action ?? (onRetry && html`<button type="button" onClick=${onRetry}>${text.retry}</button>`)}
  </section>`;
}

/** Grey lines where the content will be: nothing jumps when it arrives. */
function Skeleton({ rows, title = 'Loading' }: { rows: number; title?: string | undefined }): VNode {
  return html`<div class="skeleton" role="status">
    <span class="hidden">${title} …</span>
    ${Array.from({ length: rows }, (_, n) => html`<span key=${n} class="bone" aria-hidden="true"></span>`)}
  </div>`;
}
