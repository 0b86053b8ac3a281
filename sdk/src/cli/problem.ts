import { ApiError } from '../api-error.ts';
import { mayPass } from '../calls/retry.ts';

/** How the command ended. The documentation lists them. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  unreachable: 4,
  refused: 5,
  interrupted: 130,
} as const;

/** What went wrong, and what to do about it. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly remedy: string;
  readonly exitCode: number;

  constructor(message: string, remedy: string, exitCode: number = EXIT.failed) {
    super(message);
    this.remedy = remedy;
    this.exitCode = exitCode;
  }
}

export const usageProblem = (message: string, remedy = ''): Problem => new Problem(message, remedy, EXIT.usage);

/** A failure as people read it: two lines at most, and what to do. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ApiError) return new Problem(messageOf(error), remedyOf(error), exitCodeOf(error));
  return new Problem(error instanceof Error ? error.message : String(error), '');
}

/** `details` says which field it is, and what would be right. */
function messageOf({ message, details, status, code }: ApiError): string {
  const name = status === 0 ? code : `${status} ${code}`;
  return `${message}${details && details !== message ? ` ${details}` : ''} (${name})`;
}

function remedyOf(error: ApiError): string {
  const { code, status, requestId } = error;
  if (code === 'AuthorizationRequired') return 'Sign in: marketplace-seller login';
  if (code === 'NoToken') return 'Check the credentials: marketplace-seller whoami';
  if (error.signInMaxAgeMs !== undefined) return 'Sign in again: marketplace-seller login';
  if (status === 401) return 'Sign in again: marketplace-seller login. Or check the client id and its secret.';
  if (status === 403)
    return 'A right is missing: marketplace-seller login --right RIGHT. Or the operator or an owner gives it to your application.';
  if (status === 429) return 'Try again in a moment.';
  if (mayPass(error)) return 'Is the service running, and is this its address? marketplace-seller whoami shows it.';
  return requestId === undefined ? '' : `The operator finds this call by its request id ${requestId}.`;
}

function exitCodeOf(error: ApiError): number {
  if (['AuthorizationRequired', 'NoToken', 'invalid_client'].includes(error.code)) return EXIT.notSignedIn;
  if ([401, 403].includes(error.status)) return EXIT.notSignedIn;
  const { code } = error;
  return mayPass(error) || code === 'InvalidAnswer' ? EXIT.unreachable : EXIT.failed;
}
