import { ApiError } from '../api-error.js';
import { mayPass } from '../calls/retry.js';
export const EXIT = {
    done: 0,
    failed: 1,
    usage: 2,
    notSignedIn: 3,
    unreachable: 4,
    refused: 5,
    interrupted: 130,
};
export class Problem extends Error {
    name = 'Problem';
    remedy;
    exitCode;
    constructor(message, remedy, exitCode = EXIT.failed) {
        super(message);
        this.remedy = remedy;
        this.exitCode = exitCode;
    }
}
export const usageProblem = (message, remedy = '') => new Problem(message, remedy, EXIT.usage);
export function problemOf(error) {
    if (error instanceof Problem)
        return error;
    if (error instanceof ApiError)
        return new Problem(messageOf(error), remedyOf(error), exitCodeOf(error));
    return new Problem(error instanceof Error ? error.message : String(error), '');
}
function messageOf({ message, details, status, code }) {
    const name = status === 0 ? code : `${status} ${code}`;
    return `${message}${details && details !== message ? ` ${details}` : ''} (${name})`;
}
function remedyOf(error) {
    const { code, status, requestId } = error;
    if (code === 'AuthorizationRequired')
        return 'Sign in: marketplace-seller login';
    if (code === 'NoToken')
        return 'Check the credentials: marketplace-seller whoami';
    if (error.signInMaxAgeMs !== undefined)
        return 'Sign in again: marketplace-seller login';
    if (status === 401)
        return 'Sign in again: marketplace-seller login. Or check the client id and its secret.';
    if (status === 403)
        return 'A right is missing: marketplace-seller login --right RIGHT. Or the operator or an owner gives it to your application.';
    if (status === 429)
        return 'Try again in a moment.';
    if (mayPass(error))
        return 'Is the service running, and is this its address? marketplace-seller whoami shows it.';
    return requestId === undefined ? '' : `The operator finds this call by its request id ${requestId}.`;
}
function exitCodeOf(error) {
    if (['AuthorizationRequired', 'NoToken', 'invalid_client'].includes(error.code))
        return EXIT.notSignedIn;
    if ([401, 403].includes(error.status))
        return EXIT.notSignedIn;
    const { code } = error;
    return mayPass(error) || code === 'InvalidAnswer' ? EXIT.unreachable : EXIT.failed;
}
