/** What did not answer in time. */
export const LATE = Symbol('late');

/** The result, or LATE. The work may go on: the process of the doctor does not wait for it. */
export async function withTimeLimit<T>(limitMs: number, work: Promise<T>): Promise<T | typeof LATE> {
  const late = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(() => late.resolve(LATE), limitMs);
  // Nobody listens to work that fails later.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
