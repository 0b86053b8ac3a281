import type { IncomingMessage, ServerResponse } from 'node:http';
import type { default as OidcProvider } from 'oidc-provider';
import type { Db } from '../../db/db.ts';
import type { Brand } from '../../domain/brand.ts';
import type { Log } from '../../log/log.ts';
import { type Page, writePage } from '../../pages/page.ts';
import type { RequestFacts } from '../current-request.ts';
import type { DemoPerson, ShownSignIn } from '../demo-data.ts';
import type { FactorTools } from '../factors/factor-tools.ts';
import type { CountInvitation } from '../invitation-throttle.ts';
import type { ResetRequest } from '../reset-throttle.ts';
import type { SignIn } from '../sign-in.ts';

/** One request to one of our own pages, its response, and what the pages use. */
export type Exchange = {
  req: IncomingMessage;
  res: ServerResponse;
  provider: OidcProvider;
  db: Db;
  log: Log;
  now: () => number;
  signIn: SignIn;
  factors: FactorTools;
  /** Whether the sign-ins of the demo work for this browser. */
  mayUseDemo: () => boolean;
  /** The demo's sign-in, a seller's unless it says otherwise, where there is one and this browser may use it. */
  shownSignIn: (person?: DemoPerson) => Promise<ShownSignIn | undefined>;
  /** The path of the issuer, the prefix of every link. */
  basePath: string;
  /** Sends the e-mails that were queued, after the commit. */
  wakeMail: () => void;
  /** The device and the address of this request, for the person who is told of a change. */
  requestFacts: () => RequestFacts;
  /** Whether another failed sign-in may be stored. */
  mayRecordFailure: () => boolean;
  /** Strangers use the demo's sign-ins: nobody may change them. */
  isPublicDemo: boolean;
  countResetRequest: (email: string) => Promise<ResetRequest>;
  countInvitation: CountInvitation;
  cookieKey: string;
  brand: Brand;
  /** How long the service accepts an access token after its end here. */
  cacheSeconds: number;
  /** After how many days a new secret expires. 0: never. */
  secretDays: number;
  /** The address of the seller console, if it has a client here. */
  consoleUrl: string | undefined;
};

type KoaContext = ReturnType<OidcProvider['createContext']>;

export function contextOf({ provider, req, res }: Exchange): KoaContext {
  return provider.createContext(req, res);
}

export function sendProviderPage(
  { res, brand }: Pick<Exchange, 'res' | 'brand'>,
  status: number,
  page: Page,
  headers: Record<string, string> = {},
): void {
  const written = writePage(page, brand);
  res.writeHead(status, { ...written.headers, ...headers });
  res.end(written.html);
}

export function redirect({ res }: Exchange, location: string): void {
  res.writeHead(303, { Location: location, 'Cache-Control': 'no-store' });
  res.end();
}

type PageLink = { readonly href: string; readonly label: string };

/** A request that is answered with an error page: `routes.ts` sends it. */
export class PageError extends Error {
  readonly status: number;
  readonly code: string;
  /** Where the person goes on. */
  readonly next: PageLink | undefined;
  constructor(status: number, code: string, details: string, next?: PageLink) {
    super(details);
    this.status = status;
    this.code = code;
    this.next = next;
  }
}
