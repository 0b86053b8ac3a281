import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { session } from '../current-session.ts';
import { html } from '../html.ts';
import { sessionView } from '../session-view.ts';
import { Brand } from './brand.ts';

/** Shown instead of every page while nobody is signed in: which console it is, and what it is for. */
export function SignInPage({ title, lead }: { title: string; lead: string }): VNode {
  const { problem } = sessionView.value;
  return html`<main id="main" class="sign-in">
    <div class="brand"><${Brand} /></div>
    <h1>${title}</h1>
    <p class="soft">${lead}</p>
    ${problem && html`<div class="note bad" role="alert"><p>${problem}</p></div>`}
    <button type="button" class="main" onClick=${() => session.signIn()}>Sign in</button>
  </main>`;
}

/** Above the page that stays as it is, when its token has ended. */
export function ExpiredNotice(): VNode | null {
  const isBlocked = useSignal(false);
  const { state, problem } = sessionView.value;
  if (state !== 'expired') return null;
  const signIn = () => {
    isBlocked.value = !session.signInInWindow();
  };
  return html`<div class="note sign-in-ended" role="alert">
    <p><strong>Your sign-in has ended.</strong> This page keeps what you entered, and is not updated until you sign in. ${problem}</p>
    <button type="button" class="main" onClick=${signIn}>Sign in in a new window</button>
    ${isBlocked.value && html`<p>The browser has blocked the window. Allow windows for this site, or <button type="button" class="link" onClick=${() => session.signIn()}>sign in here</button>, which loses what you entered.</p>`}
  </div>`;
}
