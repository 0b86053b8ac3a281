import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { OPERATOR_CONSOLE_PATH } from '../../domain/authorization/console-client.ts';
import type { States } from '../../http/routes/health.ts';
import type { OpenedService } from '../service/service.ts';
import { DEMO_CLIENT, shownSignIn } from '../start/demo.ts';
import { isReady } from './readiness-log.ts';

export type BannerFacts = {
  /** How clients reach the API. */
  apiUrl: string;
  adminAddress: string;
  issuer: string;
  /** The demo's webhook receiver, when it runs. */
  receiverAddress: string | undefined;
  /** Whether the store is a demo. */
  isDemo: boolean;
  /** The demo's, while it works. */
  signIn: { readonly email: string; readonly password: string } | undefined;
  /** That of the operator. */
  operatorSignIn: { readonly email: string; readonly password: string } | undefined;
  /** Whether this start has created the demo market. */
  hasCreatedDemo: boolean;
  /** The readiness at the start. */
  states: States;
};

/** Prints the banner, with what the store says about the demo. */
export async function printBanner(
  { config, log, isDemo, hasCreatedDemo }: OpenedService,
  facts: Omit<BannerFacts, 'isDemo' | 'signIn' | 'operatorSignIn' | 'hasCreatedDemo'>,
): Promise<void> {
  const signIn = isDemo ? await shownSignIn(config) : undefined;
  const operatorSignIn = isDemo ? await shownSignIn(config, 'operator') : undefined;
  log.print(banner(config, { ...facts, isDemo, signIn, operatorSignIn, hasCreatedDemo }));
  log.flush();
}

/** What `npm start` prints when the service listens: whether it is ready, where everything is, and a first call to try. */
export function banner(config: Config, facts: BannerFacts): string {
  const { apiUrl, adminAddress, issuer, receiverAddress, isDemo, signIn, hasCreatedDemo, states } = facts;
  const { operatorSignIn } = facts;
  const demoCreated = hasCreatedDemo
    ? '\n  The store was empty: it now holds the demo market (docs/demo.md says what it shows).\n'
    : '';
  const demoWarning = config.demoAnywhere
    ? '\n  DEMO_ANYWHERE is on: anyone who can reach this service can use its demo clients, whose passwords are public.\n'
    : '';
  const howTo = signIn ? `sign in as ${signIn.email}, password ${signIn.password}` : 'where sellers look';
  const howToOperate = operatorSignIn
    ? `sign in as ${operatorSignIn.email}, password ${operatorSignIn.password}`
    : 'where the operator looks';
  const firstCall = isDemo
    ? `curl -s -u ${DEMO_CLIENT.id}:${DEMO_CLIENT.secret} -d grant_type=client_credentials ${apiUrl}/auth/v4/token`
    : `curl ${apiUrl}/health/ready`;
  return `
${headline(states)}
    Console     ${apiUrl}/console   (${howTo})
    Operator    ${apiUrl}${OPERATOR_CONSOLE_PATH}   (${howToOperate})
    API         ${apiUrl}
    Reference   ${apiUrl}/docs   (as a document: ${apiUrl}/openapi.json)
    Guides      ${apiUrl}/guides
    Issuer      ${issuer}   (${config.idpIssuer ? "the operator's identity provider" : 'the embedded identity provider'})
    Health      ${apiUrl}/health/ready
    Metrics     ${adminAddress}/metrics
${outboxLine(config)}${receiverAddress ? `    Receiver    ${receiverAddress}   (shows the webhooks of the demo)\n` : ''}${demoCreated}${demoWarning}
  Try it:  ${firstCall}
  Stop it: Ctrl-C

`;
}

/** A service that cannot answer must not say that it is ready: the reader would look for the error elsewhere. */
function headline(states: States): string {
  const reasons = states.flatMap(([part, state]) => (state.state === 'ok' ? [] : [`    ${part}: ${state.reason}\n`]));
  if (isReady(states)) return `  Marketplace Seller Service is ready.\n${reasons.join('')}`;
  return `  Marketplace Seller Service has started, but cannot answer requests yet:\n${reasons.join('')}
  It keeps trying, and logs a line when it can. To check the identity provider: npm run doctor -- identity\n`;
}

/** Messages without a server to send them are written to files: the reader must know where to look. */
function outboxLine({ dataDir, smtpUrl, smsGatewayUrl, pushContact }: Config): string {
  const written = [
    smtpUrl ? [] : ['e-mail'],
    smsGatewayUrl ? [] : ['SMS'],
    pushContact ? [] : ['copies of push'],
  ].flat();
  return written.length === 0 ? '' : `    Outbox      ${join(dataDir, 'outbox')}   (${written.join(', ')})\n`;
}
