import type { AdapterPayload } from 'oidc-provider';
import {
  consoleCallback,
  EMBEDDED_OPERATOR_CONSOLE_CLIENT,
  operatorConsoleUrl,
} from '../../domain/authorization/console-client.ts';
import { OPERATOR_RIGHTS } from '../../domain/authorization/operator-rights.ts';

/*
 * The client with which the operator's people sign in, and the only one at which their accounts can (decision 55). Like the seller
 * console's it is in no table, and it has no refresh token.
 */
export function operatorConsoleClient(consoleUrl: string): AdapterPayload {
  return {
    client_id: EMBEDDED_OPERATOR_CONSOLE_CLIENT,
    client_name: OPERATOR_CONSOLE_NAME,
    redirect_uris: [consoleCallback(operatorConsoleUrl(consoleUrl))],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'web',
    scope: OPERATOR_RIGHTS.join(' '),
  };
}

export const OPERATOR_CONSOLE_NAME = 'Operator console';

export const isOperatorConsole = (clientId: unknown): boolean => clientId === EMBEDDED_OPERATOR_CONSOLE_CLIENT;
