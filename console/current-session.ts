import { signal } from '@preact/signals';
import { Session, type SessionView } from './session/session.ts';
import { settings } from './settings.ts';

/** The session of this page. The SDK gets `request => session.token(request)`. */
export const session = new Session(settings);

/** The same for components: they render again when it changes. */
export const sessionView = signal<SessionView>(session.view);
session.onChange((view) => {
  sessionView.value = view;
});
