/*
 * The seller console is a public client of the identity provider, like the application of a solution provider. For notifications
 * it counts as the seller's own (decision 38).
 */

/** Its id at the embedded provider, which makes it at every start. At another provider the operator does: `CONSOLE_CLIENT_ID`. */
export const EMBEDDED_CONSOLE_CLIENT = 'seller-console';

/** The client of the operator's people at the embedded provider (decision 55). At another one: `OPERATOR_CONSOLE_CLIENT_ID`. */
export const EMBEDDED_OPERATOR_CONSOLE_CLIENT = 'operator-console';

export const CONSOLE_PATH = '/console';
export const OPERATOR_CONSOLE_PATH = '/operator-console';

/** The address of the operator console, beside that of the seller console. */
export const operatorConsoleUrl = (consoleUrl: string): string =>
  `${consoleUrl.slice(0, -CONSOLE_PATH.length)}${OPERATOR_CONSOLE_PATH}`;

/** Its one redirect URI. */
export const consoleCallback = (consoleUrl: string): string => `${consoleUrl}/callback`;
