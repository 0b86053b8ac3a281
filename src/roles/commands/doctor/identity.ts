import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Config } from '../../../config/config.ts';
import { Examination, type ExaminedClient } from '../../../identity/examination.ts';
import type { ProviderFinding } from '../../../identity/provider-finding.ts';
import { StartError } from '../../../processes/start-error.ts';
import { claimRulesOf, identityOptionsOf } from '../../identity/identity.ts';
import { configuredClient } from '../../settings/configured-client.ts';
import { ownTokensText } from '../../settings/own-tokens.ts';
import { audienceProblem, tokenFormatText } from '../../settings/token-format.ts';
import { authorizeInBrowser, NOT_ASKED, redirectUriAt, silentAddress } from './authorization.ts';
import { print, type Say } from './finding.ts';

export const IDENTITY_USAGE = `Usage: npm run doctor -- identity [--client ID --secret-file FILE] [--authorize [--port 8089]]

  --client, --secret-file  a client to get tokens with; the first line of FILE is its secret, - is standard input
  --authorize              lets you sign in with a browser, and examines the tokens of that authorization.
                           The client must have the redirect URI http://127.0.0.1:8089/callback
`;

/** Lines after the first: the claims of a token. */
const CLAIM_INDENT = ' '.repeat(15);

/** `npm run doctor -- identity`: what the service would make of the provider in the settings. Exits with 1 on a problem. */
export async function examineIdentity(config: Config, args: string[], say: Say): Promise<number> {
  const options = optionsIn(args);
  if (options === undefined) {
    process.stderr.write(IDENTITY_USAGE);
    return 2;
  }
  if (!config.idpIssuer) {
    say('IDP_ISSUER is not set: the service starts its embedded provider, which needs no settings.');
    say(`${ownTokensText(config)}.`);
    say('/health/ready says whether it works.');
    return 0;
  }
  const findings = await findingsAbout(config, config.idpIssuer, options, say);
  for (const finding of findings) print(finding, say, CLAIM_INDENT);
  const hasFailed = findings.some(({ kind }) => kind === 'problem');
  say(hasFailed ? '\nThe service cannot work with this provider yet.' : '\nThe service can use this provider.');
  return hasFailed ? 1 : 0;
}

type Options = { readonly client?: ExaminedClient | undefined; readonly authorizePort?: number | undefined };

/** Without options it is what can be examined without a client, for the whole report. */
export async function findingsAbout(
  config: Config,
  issuer: string,
  options: Options = {},
  say: Say = () => undefined,
): Promise<readonly ProviderFinding[]> {
  const client = configuredClient(config);
  const examination = new Examination(identityOptionsOf(config, { issuer, client }), claimRulesOf(config));
  say(`The identity provider ${issuer}\n`);
  try {
    examination.add('note', tokenFormatText(config));
    const audience = audienceProblem(config);
    if (audience !== undefined) examination.add('note', audience);
    examination.add('note', ownTokensText(config));
    await examination.discover();
    await examination.checkOwnClient();
    if (options.authorizePort === undefined) await examineOwnToken(examination, config, options.client);
    else await examineAuthorization(examination, config, options, say);
    return examination.findings;
  } finally {
    await examination.close();
  }
}

/** The service's own client needs no token of its own, and acts for no seller. */
async function examineOwnToken(examination: Examination, config: Config, client?: ExaminedClient): Promise<void> {
  const ownScope = config.idpIntrospectionScope ?? config.idpCcScope;
  const ownClient = configuredClient(config);
  if (client) await examination.checkOwnToken(client, config.idpCcScope, true);
  else if (ownClient) await examination.checkOwnToken(ownClient, ownScope, false);
  examination.add('note', 'whether IDP_UNTYPED_TOKENS=accept is safe: --authorize examines that');
}

async function examineAuthorization(examination: Examination, config: Config, options: Options, say: Say) {
  const endpoint = await examination.endpoint('authorization');
  if (endpoint === undefined) return;
  const { client = configuredClient(config), authorizePort: port = 0 } = options;
  if (client === undefined) return examination.add('problem', 'the authorization: --authorize needs --client here');
  const authorization = { ...{ endpoint, config, client, port, say }, parameters: examination.parameters };
  await examination.checkRedirects(redirectUriAt(port), (uri) => silentAddress(authorization, uri));
  const authorized = await authorizeInBrowser(authorization);
  if ('problem' in authorized) return examination.add('problem', `the authorization: ${authorized.problem}`);
  const tokens = await examination.requestToken(client, authorized.fields);
  if (tokens === undefined) return;
  await examination.checkGrantedTokens(tokens, NOT_ASKED);
  await examination.checkRotation(client, tokens);
}

function optionsIn(args: string[]): Options | undefined {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        client: { type: 'string' },
        'secret-file': { type: 'string' },
        authorize: { type: 'boolean', default: false },
        port: { type: 'string', default: '8089' },
      },
    });
    const { client: id, 'secret-file': file, authorize } = values;
    if (positionals.join() !== 'identity' || (id === undefined) !== (file === undefined)) return undefined;
    const client = id === undefined || file === undefined ? undefined : { id, secret: secretIn(file) };
    return { client, authorizePort: authorize ? Number(values.port) : undefined };
  } catch (error) {
    if (error instanceof StartError) throw error;
    return undefined;
  }
}

/** Not an argument: other users of the machine can see those. */
function secretIn(file: string): string {
  try {
    const [first = ''] = readFileSync(file === '-' ? 0 : file, 'utf8').split('\n');
    return first.trim();
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read: ${(error as Error).message}`);
  }
}
