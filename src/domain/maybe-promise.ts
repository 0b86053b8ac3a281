/** Something that is there already, or will be. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Goes on with a value, at once when it is there already: what the embedded store reads is, and a promise for each step
 * would cost more than the step itself.
 */
export function andThen<T, U>(value: MaybePromise<T>, goOn: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** All of them, in order; a promise only when one of them is. */
export function allOf<T>(values: readonly MaybePromise<T>[]): MaybePromise<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[]);
}
