import type { VNode } from 'preact';
import { Icon } from '../components/icon.ts';
import { html } from '../html.ts';
import { sessionView } from '../session-view.ts';
import { settings } from '../settings.ts';

/** The provider's page of applications. */
export const Elsewhere = (): VNode | undefined =>
  settings.grantsUrl === undefined || sessionView.value.isSupport
    ? undefined
    : html`<ul class="elsewhere"><li><a href=${settings.grantsUrl}><${Icon} name="applications" />Applications<${Icon} name="leave" /></a></li></ul>`;
