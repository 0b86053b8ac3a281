import { type Config, namesInEnvFile, settings } from '../../../config/config.ts';
import type { Setting } from '../../../config/setting.ts';
import { nearestName } from '../../../domain/nearest-name.ts';
import { isLoopbackHost } from '../../../domain/relay.ts';
import { isLocalDemo, isPublicService } from '../../settings/production.ts';
import { type Finding, found, note, ok, problem } from './finding.ts';
import { startWarnings } from './start-warnings.ts';
import type { Subject } from './subject.ts';

export type SettingFacts = Awaited<ReturnType<typeof lookAtSettings>>;

/** `warnings` are those of a start. */
export const lookAtSettings = async ({ environment, config, problems, db }: Subject) => ({
  problems,
  inFile: namesInEnvFile(),
  inEnvironment: Object.keys(environment),
  warnings: await startWarnings(config, db),
});

const known: readonly string[] = Object.values<Setting<unknown>>(settings).map(({ name }) => name);
const formerNames = new Map(
  Object.values<Setting<unknown>>(settings).flatMap(({ name, formerName }) => (formerName ? [[formerName, name]] : [])),
);

export function judgeSettings(config: Config, facts: Omit<SettingFacts, 'warnings'>): Finding[] {
  const { problems, inFile, inEnvironment } = facts;
  const findings = [
    ...problems.map(
      (text) => problem`${text} -> Correct it in .env or in the environment: settings.env explains each setting`,
    ),
    ...inFile.flatMap(judgeNameInFile),
    ...[...formerNames]
      .filter(([former]) => inFile.includes(former) || inEnvironment.includes(former))
      .map(([former, name]) => note`${former} is the former name of ${name}. It still works: rename it when you can`),
    ...inEnvironment.filter((name) => !inFile.includes(name)).flatMap(judgeNameInEnvironment),
    ...judgeProxy(config),
    ...judgeReach(config),
  ];
  const count = Object.values(settings).filter(({ name, fallback }) => {
    const text = config.described[name];
    return text !== undefined && text !== 'not set' && text !== fallback;
  }).length;
  const summary = `${count} of ${known.length} settings differ from their defaults`;
  return [findings.some(({ kind }) => kind === 'problem') ? note`${summary}` : ok`${summary}`, ...findings];
}

/** With the warnings of a start, which need the store. */
export const judgeSettingsAndStart = (config: Config, facts: SettingFacts): Finding[] =>
  found(
    judgeSettings(config, facts),
    facts.problems.length > 0 && note`what follows uses the default of each setting that is not valid`,
    facts.warnings,
  );

/** Names that Node, npm and the libraries of the service read, and that belong into no list of ours. */
const OF_OTHERS = /^(NODE_|npm_|UV_|SSL_|OTEL_|PG|TZ$|LANG$|LC_|(HTTPS?|NO)_PROXY$)/i;

const isKnown = (name: string) => known.includes(name) || formerNames.has(name) || OF_OTHERS.test(name);

function judgeNameInFile(name: string): Finding[] {
  if (isKnown(name)) return [];
  const meant = nearestName(name, known);
  return [
    meant === undefined
      ? note`.env has ${name}, which is no setting of the service`
      : problem`.env has ${name}, which is no setting: it changes nothing -> Rename it to ${meant}, or remove it`,
  ];
}

/** The environment is full of names of others: what counts has two words or more, and begins like the setting. */
function judgeNameInEnvironment(name: string): Finding[] {
  const meant = isKnown(name) || !/^[A-Z]+_[A-Z_]+$/.test(name) ? undefined : nearestName(name, known);
  return meant?.slice(0, 3) === name.slice(0, 3)
    ? [note`the environment has ${name}, which is no setting. Did you mean ${meant}?`]
    : [];
}

/** The service itself speaks only HTTP: a public https address is that of a proxy. */
function judgeProxy(config: Config): Finding[] {
  const { publicUrl, host, trustProxy } = config;
  const isProxied = trustProxy !== false;
  if (!isPublicService(config) || publicUrl === undefined)
    return found(
      isProxied &&
        !isLoopbackHost(host) &&
        note`TRUST_PROXY is set, and PUBLIC_URL is not: without a proxy, callers can claim any address by X-Forwarded-For`,
    );
  const isHttps = publicUrl.startsWith('https:');
  if (!isProxied && (isHttps || isLoopbackHost(host)))
    return [
      problem`PUBLIC_URL is ${publicUrl}, which only a proxy can serve, and TRUST_PROXY is false: all callers seem to have the address of the proxy, and share its limits -> Set TRUST_PROXY to the number of proxies in front of the service (1), or to their addresses`,
    ];
  return found(
    !isHttps &&
      note`PUBLIC_URL is ${publicUrl}: tokens and passwords go over the network unencrypted. Use https, with TLS in a proxy`,
  );
}

function judgeReach(config: Config): Finding[] {
  const { host, adminHost } = config;
  return found(
    isLocalDemo(config) &&
      !isLoopbackHost(host) &&
      problem`HOST is ${host}, but without PUBLIC_URL the service is a demo, and answers 421 to every other machine -> Set PUBLIC_URL to the address that others use (and run npm run client -- remove-demo), or set HOST=127.0.0.1`,
    config.demoAnywhere &&
      note`DEMO_ANYWHERE is on: everybody who reaches the service can use the demo clients, whose passwords are public`,
    !isLoopbackHost(adminHost) &&
      note`ADMIN_HOST is ${adminHost}: /metrics is not protected. Only your own network should reach it`,
    config.idpIssuer === undefined &&
      isPublicService(config) &&
      config.idpPublicUrl?.startsWith('http:') &&
      note`IDP_PUBLIC_URL is not https: passwords of sellers go over the network unencrypted`,
  );
}
