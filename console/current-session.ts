import { Session } from './session/session.ts';
import { type PageSession, SupportSession } from './session/support-session.ts';
import { isSupportTab } from './session/support-tab.ts';
import { settings } from './settings.ts';

/** The session of this page. The SDK gets `request => session.token(request)`. */
export const session: PageSession = isSupportTab() ? new SupportSession(settings) : new Session(settings);
