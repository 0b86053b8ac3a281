import { beginEarly } from './session/early-sign-in.ts';
import { settings } from './settings.ts';

/* In the page itself: a sign-in without a page takes several round trips, and this begins it while the console's files are loaded. */
beginEarly(settings);
