/** Makes a function that runs each work when those before it have ended, whether they succeeded or not. */
export declare function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result>;
