/** IDP_CACHE_SECONDS when a program does not say it. */
export const DEFAULT_CACHE_SECONDS = 30;

/** How long the service accepts an access token after its end here: it asks again when its cached answer is that old. */
export const cacheTimeText = (seconds = DEFAULT_CACHE_SECONDS): string =>
  seconds === 0 ? 'at once' : `within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
