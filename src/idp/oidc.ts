// On a Node that is not yet LTS the library prints "Unsupported runtime" when it is loaded, into a log of JSON lines. Its
// own tests pass there. Nothing else is loaded meanwhile.
const output = console;
const { warn } = output;
output.warn = () => {};
const library = await import('oidc-provider');
output.warn = warn;

export const { Provider, errors } = library;
