import { settings } from '../settings.ts';

/** `console` or `operator-console`: people of the operator may use both in one browser, each with its own sign-in. */
const consoleName = settings.path?.slice(settings.path.lastIndexOf('/') + 1);

/** The name of what the browser keeps for this console. The other consoles of the same origin have others. */
export const storedName = (name: string): string => `${consoleName}.${name}`;
