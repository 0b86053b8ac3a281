import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { session, sessionView } from '../current-session.ts';
import { html } from '../html.ts';
import { settings } from '../settings.ts';

/** Instead of every page, while nobody is signed in. */
export function SignInPage(): VNode {
  const { problem } = sessionView.value;
  return html`<main id="main" class="sign-in">
    <h1>${settings.brandName}</h1>
    <p>See where your listings stand, what a price leaves after fees, and whether your notifications arrive.</p>
    ${problem && html`<div class="note bad" role="alert"><p>${problem}</p></div>`}
    <button class="main" onClick=${() => session.signIn()}>Sign in</button>
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
  return html`<div class="note warn" role="alert">
    <p>Your sign-in has ended. What you see stays, and is no longer up to date. ${problem && html`<span class="soft">${problem}</span>`}</p>
    <button class="main" onClick=${signIn}>Sign in in a new window</button>
    ${isBlocked.value && html`<p>The browser has blocked the window. Allow windows for this page, or <button class="link" onClick=${() => session.signIn()}>sign in here</button> and lose what you have entered.</p>`}
  </div>`;
}
