/**
 * Loads `oidc-provider` without its warning: on a Node that is not yet LTS it prints "Unsupported runtime" into a log of
 * JSON lines, although its own tests pass there. No other module is loaded while the warning is off.
 */
const output = console;
const { warn } = output;
output.warn = () => {};
const library = await import('oidc-provider');
output.warn = warn;

export const { Provider, errors, interactionPolicy } = library;
