import { signal } from '@preact/signals';
import { session } from './current-session.ts';
import type { SessionView } from './session/session-state.ts';

/** The session as components see it: they render again when it changes. */
export const sessionView = signal<SessionView>(session.view);
session.onChange((view) => {
  sessionView.value = view;
});
