import { beginCalls, dropBegunCalls } from './begun-calls.ts';
import { session } from './current-session.ts';

/*
 * Signs the seller in, and makes the first calls. It is a file of its own, and a small one: it is there when the provider's answer
 * comes, while the console itself is still loaded.
 */
let hasBegun = false;
session.onChange(({ state }) => {
  if (state === 'signed-out') dropBegunCalls();
  if (state !== 'signed-in' || hasBegun) return;
  hasBegun = true;
  // Without a token the pages say so.
  session.token().then(
    (token) => beginCalls(location.href, token),
    () => {},
  );
});

/** Resolves when it is known who looks; never, when the page leaves for the provider. */
export const started: Promise<void> = session.start();
