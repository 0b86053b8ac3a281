import { type Config, namesInEnvFile, settings } from '../../../config/config.ts';
import type { Setting } from '../../../config/setting.ts';
import type { Db } from '../../../db/db.ts';
import { nearestName } from '../../../domain/nearest-name.ts';
import { isLoopbackHost } from '../../../domain/relay.ts';
import { openMarket } from '../../../market/market.ts';
import { isLocalDemo, isPublicService } from '../../settings/production.ts';
import { ratePlanOf } from '../../settings/rate-plan.ts';
import { warnInProduction, warnOfRatePlan } from '../../start/production-warnings.ts';
import { check } from './check.ts';
import { type Finding, type Findings, found, note, ok, problem } from './finding.ts';

const all = Object.values<Setting<unknown>>(settings);
const known = all.map(({ name }) => name);
const formerNames = new Map(all.flatMap(({ name, formerName }) => (formerName ? [[formerName, name]] : [])));

/** Names that Node, npm and the libraries of the service read, and that belong into no list of ours. */
const OF_OTHERS = /^(NODE_|npm_|UV_|SSL_|OTEL_|PG|TZ$|LANG$|LC_|(HTTPS?|NO)_PROXY$)/i;

const isKnown = (name: string) => known.includes(name) || formerNames.has(name) || OF_OTHERS.test(name);

/** With what a start would warn of. */
export const settingsCheck = check({
  title: 'Settings',
  look: async ({ environment, config, problems, store: { db } }) => ({
    ...{ problems, inFile: namesInEnvFile(), inEnvironment: Object.keys(environment) },
    ...(await lookAtStart(config, db)),
  }),
  judge: ({ problems, inFile, inEnvironment, warnings, ratePlanFailure }, config) => {
    const findings = found([
      problems.map(
        (text) => problem`${text} -> Correct it in .env or in the environment: settings.env explains each setting`,
      ),
      inFile.map(judgeNameInFile),
      [...formerNames]
        .filter(([former]) => inFile.includes(former) || inEnvironment.includes(former))
        .map(([former, name]) => note`${former} is the former name of ${name}. It still works: rename it when you can`),
      inEnvironment.filter((name) => !inFile.includes(name)).map(judgeNameInEnvironment),
      judgeProxy(config),
      judgeReach(config),
    ]);
    const count = all.filter(
      ({ name, fallback }) => ![undefined, 'not set', fallback].includes(config.described[name]),
    );
    const summary = `${count.length} of ${known.length} settings differ from their defaults`;
    return [
      findings.some(({ kind }) => kind === 'problem') ? note`${summary}` : ok`${summary}`,
      findings,
      problems.length > 0 && note`what follows uses the default of each setting that is not valid`,
      ratePlanFailure !== undefined &&
        problem`${ratePlanFailure} -> Correct the file, or RATE_PLAN: docs/rate-plans.md explains both`,
      warnings.map(judgeWarning),
    ];
  },
});

/** What a start would warn of. No role that answers requests starts with a rate plan that fails. */
async function lookAtStart(config: Config, db: Db | undefined) {
  const warnings: string[] = [];
  const log = { warn: (text: unknown) => void warnings.push(String(text)) };
  let ratePlanFailure: string | undefined;
  try {
    ratePlanOf(config);
    warnOfRatePlan(config, log);
  } catch (error) {
    ratePlanFailure = (error as Error).message;
  }
  try {
    if (db) await warnInProduction(config, db, openMarket(db, Date.now), log);
  } catch {
    // A store that is not up to date has no table to ask.
  }
  return { warnings, ratePlanFailure };
}

/** A warning of a start whose second sentence is the remedy. */
function judgeWarning(text: string): Finding {
  const [what = text, ...steps] = text.split('. ');
  return steps.length === 0 ? note`${text}` : problem`${what} -> ${steps.join('. ')}`;
}

function judgeNameInFile(name: string): Findings {
  if (isKnown(name)) return undefined;
  const meant = nearestName(name, known);
  return meant === undefined
    ? note`.env has ${name}, which is no setting of the service`
    : problem`.env has ${name}, which is no setting: it changes nothing -> Rename it to ${meant}, or remove it`;
}

/** The environment is full of names of others: what counts has two words or more, and begins like the setting. */
function judgeNameInEnvironment(name: string): Findings {
  const meant = isKnown(name) || !/^[A-Z]+_[A-Z_]+$/.test(name) ? undefined : nearestName(name, known);
  const isNear = meant?.slice(0, 3) === name.slice(0, 3);
  return isNear && note`the environment has ${name}, which is no setting. Did you mean ${meant ?? ''}?`;
}

/** The service itself speaks only HTTP: a public https address is that of a proxy. */
function judgeProxy(config: Config): Findings {
  const { publicUrl = '', host, trustProxy } = config;
  const isProxied = trustProxy !== false;
  if (!isPublicService(config))
    return (
      isProxied &&
      !isLoopbackHost(host) &&
      note`TRUST_PROXY is set, and PUBLIC_URL is not: without a proxy, callers can claim any address by X-Forwarded-For`
    );
  const isHttps = publicUrl.startsWith('https:');
  if (!isProxied && (isHttps || isLoopbackHost(host)))
    return problem`PUBLIC_URL is ${publicUrl}, which only a proxy can serve, and TRUST_PROXY is false: all callers seem to have the address of the proxy, and share its limits -> Set TRUST_PROXY to the number of proxies in front of the service (1), or to their addresses`;
  return (
    !isHttps &&
    note`PUBLIC_URL is ${publicUrl}: tokens and passwords go over the network unencrypted. Use https, with TLS in a proxy`
  );
}

function judgeReach(config: Config): Findings {
  const { host, adminHost } = config;
  return [
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
  ];
}
