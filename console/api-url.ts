import { settings } from './settings.ts';

/** The address of the API: the console's own without `/console`. A proxy may add a path before it. */
export const apiUrl = `${location.origin}${settings.path.replace(/\/console$/, '')}`;
