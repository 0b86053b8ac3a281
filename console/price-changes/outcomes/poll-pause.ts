const FIRST_MS = 1_000;
const MAX_MS = 20_000;
const GROWTH = 1.5;
/** About 18 minutes: longer than the operator's system usually may take (`PRICE_CHANGE_SECONDS`). */
const MAX_QUESTIONS = 60;

/** How long to wait before the next question about changes that wait. Undefined: the page has asked often enough. */
export const pauseMs = (asked: number): number | undefined =>
  asked >= MAX_QUESTIONS ? undefined : Math.min(FIRST_MS * GROWTH ** asked, MAX_MS);
