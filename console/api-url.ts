import { settings } from './settings.ts';

/** The address of the API: the console's own without its last part. A proxy may add a path before it. */
export const apiUrl = `${location.origin}${settings.path.slice(0, settings.path.lastIndexOf('/'))}`;
