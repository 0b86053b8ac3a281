import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Config } from '../../../config/config.ts';
import { Examination, type ExaminedClient, type ProviderFinding } from '../../../identity/examination.ts';
import { StartError } from '../../../processes/start-error.ts';
import { claimRulesOf, identityOptionsOf } from '../../identity/identity.ts';
import { configuredClient } from '../../settings/configured-client.ts';
import { ownTokensText } from '../../settings/own-tokens.ts';
import { authorizeInBrowser } from './authorization.ts';
import { print, type Say } from './finding.ts';

export const IDENTITY_USAGE = `Usage: npm run doctor -- identity [--client ID --secret-file FILE] [--authorize [--port 8089]]

  --client, --secret-file  a client to get tokens with; the first line of FILE is its secret, - is standard input
  --authorize              lets you sign in with a browser, and examines the tokens of that authorization.
                           The client must have the redirect URI http://127.0.0.1:8089/callback
`;

/** `npm run doctor -- identity`: what the service would make of the provider in the settings. Exits with 1 on a problem. */
export async function examineIdentity(config: Config, args: string[], say: Say = toTerminal): Promise<number> {
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
  const examination = new Examination(
    identityOptionsOf(config, { issuer: config.idpIssuer, client: configuredClient(config) }),
    claimRulesOf(config),
  );
  try {
    say(`The identity provider ${config.idpIssuer}\n`);
    await walk(examination, config, options, say);
  } finally {
    await examination.close();
  }
  for (const { kind, text } of examination.findings) print(kind, text, say, CLAIM_INDENT);
  const { hasFailed } = examination;
  say(hasFailed ? '\nThe service cannot work with this provider yet.' : '\nThe service can use this provider.');
  return hasFailed ? 1 : 0;
}

/** For the whole examination: what `npm run doctor -- identity` finds without a client. */
export async function findingsAbout(config: Config, issuer: string): Promise<readonly ProviderFinding[]> {
  const examination = new Examination(
    identityOptionsOf(config, { issuer, client: configuredClient(config) }),
    claimRulesOf(config),
  );
  try {
    await walk(examination, config, { client: undefined, authorizePort: undefined }, () => undefined);
    return examination.findings;
  } finally {
    await examination.close();
  }
}

async function walk(examination: Examination, config: Config, options: Options, say: Say): Promise<void> {
  const { client, authorizePort: port } = options;
  examination.add('note', ownTokensText(config));
  await examination.discover();
  await examination.checkOwnClient();
  if (port === undefined) {
    // The service's own client needs no token of its own, and acts for no seller.
    if (client) await examination.checkOwnToken(client, config.idpCcScope, true);
    else
      await examination.checkOwnToken(
        configuredClient(config),
        config.idpIntrospectionScope ?? config.idpCcScope,
        false,
      );
    examination.add('note', 'whether IDP_UNTYPED_TOKENS=accept is safe: --authorize examines that');
    return;
  }
  const endpoint = await examination.endpoint('authorization');
  if (endpoint === undefined) return;
  const application = client ?? configuredClient(config);
  const authorized = await authorizeInBrowser({ endpoint, config, client: application, port, say });
  if ('problem' in authorized) return examination.add('problem', `the authorization: ${authorized.problem}`);
  const tokens = await examination.requestToken(application, authorized.fields);
  if (tokens) await examination.checkGrantedTokens(tokens);
}

/** Lines after the first: the claims of a token. */
const CLAIM_INDENT = ' '.repeat(15);

const toTerminal: Say = (line) => void process.stdout.write(`${line}\n`);

type Options = { client: ExaminedClient | undefined; authorizePort: number | undefined };

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
    return (
      readFileSync(file === '-' ? 0 : file, 'utf8')
        .split('\n')[0]
        ?.trim() ?? ''
    );
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read: ${(error as Error).message}`);
  }
}
