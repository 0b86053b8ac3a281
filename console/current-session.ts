import { Session } from './session/session.ts';
import { settings } from './settings.ts';

/** The session of this page. The SDK gets `request => session.token(request)`. */
export const session = new Session(settings);
