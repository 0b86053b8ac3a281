/**
 * A value, or a promise of it. SQLite answers synchronously and PostgreSQL by a promise, and the hot read path serves both:
 * a promise for each step would cost more than the step itself when the value is already there.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `proceed` with the value: synchronously when it is there, otherwise when the promise resolves. */
export function andThen<T, U>(value: MaybePromise<T>, proceed: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(proceed) : proceed(value);
}

/** The value of `work`, or what `recover` makes of the error that it throws or rejects with. */
export function recovering<T>(work: () => MaybePromise<T>, recover: (error: unknown) => T): MaybePromise<T> {
  try {
    const result = work();
    return result instanceof Promise ? result.catch(recover) : result;
  } catch (error) {
    return recover(error);
  }
}

/**
 * Maps values to results, in the order of the values. At most `limit` of them are in flight, so that one request does not
 * take all connections of a database. The work is synchronous up to the first promise: without one, so is the return.
 */
export function mapConcurrently<T, U>(
  values: readonly T[],
  limit: number,
  work: (value: T) => MaybePromise<U>,
): MaybePromise<U[]> {
  const results: U[] = [];
  for (const value of values) {
    const result = work(value);
    if (result instanceof Promise) return mapRest(values, limit, work, { results, pending: result });
    results.push(result);
  }
  return results;
}

/** Continues from the first value whose result is a promise. */
async function mapRest<T, U>(
  values: readonly T[],
  limit: number,
  work: (value: T) => MaybePromise<U>,
  { results, pending }: { results: U[]; pending: Promise<U> },
): Promise<U[]> {
  const pendingAt = results.length;
  let next = pendingAt;
  const workThrough = async (): Promise<void> => {
    while (next < values.length) {
      const at = next++;
      results[at] = await (at === pendingAt ? pending : work(values[at] as T));
    }
  };
  await Promise.all(Array.from({ length: limit }, workThrough));
  return results;
}

/**
 * The results of works that run side by side, as `Promise.all`, but it waits for all of them also when one fails: in a transaction
 * nothing may go on after its end. PostgreSQL gets the statements that none of them waits for at once.
 */
export async function together<Works extends readonly unknown[] | []>(
  works: Works,
): Promise<{ -readonly [N in keyof Works]: Awaited<Works[N]> }> {
  const settled = await Promise.allSettled(works);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  }) as { -readonly [N in keyof Works]: Awaited<Works[N]> };
}
