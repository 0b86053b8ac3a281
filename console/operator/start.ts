import { session } from '../current-session.ts';

/* Signs the person in. A file of its own, and a small one: it is there when the provider's answer comes, while the rest is still loaded. */

/** Resolves when it is known who looks; never, when the page leaves for the provider. */
export const started: Promise<void> = session.start();
