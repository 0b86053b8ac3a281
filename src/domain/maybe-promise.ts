/** Something that is there already, or will be. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Goes on with a value, at once when it is there already: what the embedded store reads is, and a promise for each step
 * would cost more than the step itself.
 */
export function andThen<T, U>(value: MaybePromise<T>, goOn: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/**
 * One after the other, in order: at once as long as each is there already, and never two at a time otherwise, so that one
 * request does not take all connections of a store.
 */
export function inTurn<T, U>(values: readonly T[], work: (value: T) => MaybePromise<U>): MaybePromise<U[]> {
  const done: U[] = [];
  const goOnFrom = (start: number): MaybePromise<U[]> => {
    for (let at = start; at < values.length; at += 1) {
      const result = work(values[at] as T);
      if (result instanceof Promise) {
        return result.then((one) => {
          done.push(one);
          return goOnFrom(at + 1);
        });
      }
      done.push(result);
    }
    return done;
  };
  return goOnFrom(0);
}
