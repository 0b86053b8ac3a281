import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { factOf } from '../../db/service-fact.ts';
import type { ChannelType } from '../../domain/notifications/destination.ts';
import type { Log } from '../../log/log.ts';
import type { Market } from '../../market/market.ts';
import { hasDestinations } from '../../notifications/destination-table.ts';
import { embeddedIssuer } from '../settings/addresses.ts';
import { isLocal, isPublicService } from '../settings/production.ts';
import { ratePlanWarning } from '../settings/rate-plan.ts';
import { demoMarketplaces } from './demo-market.ts';

/**
 * Writes a line for each thing that is right on a developer's machine and wrong in a public service. What would be dangerous
 * stops the start instead: demo clients (`rejectDemoData`), and a new store in PostgreSQL without OPERATOR_KEY
 * (`operatorKeyOf`).
 */
export async function warnInProduction(config: Config, db: Db, market: Market, log: Pick<Log, 'warn'>): Promise<void> {
  if (!isPublicService(config)) return;
  const warnings = [
    providerWarning(config),
    config.smtpUrl ? senderWarning(config) : await outboxWarning(db, 'EMAIL'),
    config.smsGatewayUrl ? undefined : await outboxWarning(db, 'SMS'),
    await keyWarning(config, db),
    await demoWarning(db, market),
  ];
  for (const warning of warnings) if (warning !== undefined) log.warn(warning);
}

/** For the roles that answer requests: a worker has no rate plan. */
export function warnOfRatePlan(config: Config, log: Pick<Log, 'warn'>): void {
  const warning = ratePlanWarning(config);
  if (warning !== undefined) log.warn(warning);
}

/** Also of a provider that runs apart on this machine (`npm run idp`), which IDP_ISSUER names. */
function providerWarning(config: Config): string | undefined {
  const issuer = config.idpIssuer ?? embeddedIssuer(config);
  if (config.idpIssuer === undefined && config.idpPublicUrl === undefined) {
    return `IDP_PUBLIC_URL is not set: browsers of sellers are sent to ${issuer}, where only this machine can sign in. Set it to the public address of the identity provider`;
  }
  if (!isLocal(config.idpAuthorizationEndpoint ?? issuer)) return undefined;
  const remedy = config.idpIssuer
    ? 'Give the provider its public address (IDP_PUBLIC_URL for npm run idp), and set IDP_ISSUER to the same'
    : 'Set it to the public address of the identity provider';
  return `${config.idpIssuer ? 'IDP_ISSUER' : 'IDP_PUBLIC_URL'} leads to this machine: browsers of sellers are sent to ${issuer}, where only this machine can sign in. ${remedy}`;
}

/** Mail servers reject a sender in a domain that is not the operator's. */
function senderWarning({ smtpUrl, mailFrom }: Config): string | undefined {
  if (smtpUrl === undefined || !/[@.]example$/i.test(mailFrom)) return undefined;
  return `MAIL_FROM is ${mailFrom}, an address that nobody has: mail servers reject it, and bounces are lost. Set it to an address of yours`;
}

const SETTINGS = { EMAIL: 'SMTP_URL', SMS: 'SMS_GATEWAY_URL' } as const;

/** Warns of the first message of each type that a worker stores: its destination may be younger than the process. */
export function outboxWarner(config: Config, log: Pick<Log, 'warn'>): (type: ChannelType) => void {
  const warned = new Set<ChannelType>();
  return (type) => {
    if (!isPublicService(config) || warned.has(type) || !(type === 'EMAIL' || type === 'SMS')) return;
    warned.add(type);
    log.warn(outboxText(type));
  };
}

const outboxText = (type: keyof typeof SETTINGS): string =>
  `${SETTINGS[type]} is not set: messages to ${type} destinations are only files in the outbox (STORED) and reach nobody`;

async function outboxWarning(db: Db, type: keyof typeof SETTINGS & ChannelType): Promise<string | undefined> {
  return (await hasDestinations(db, type)) ? outboxText(type) : undefined;
}

async function keyWarning({ databaseUrl, operatorKey }: Config, db: Db): Promise<string | undefined> {
  if (databaseUrl === undefined || operatorKey !== undefined) return undefined;
  return (await factOf(db, 'operator key')) === undefined
    ? 'OPERATOR_KEY is not set: the key that decrypts the store is only in DATA_DIR/operator.key of this machine. Set OPERATOR_KEY to its content, on every machine'
    : 'OPERATOR_KEY is not set: the key is in the database that it encrypts. Set it to that key, on every machine (docs/backup.md says how): the next start then deletes it there';
}

async function demoWarning(db: Db, market: Market): Promise<string | undefined> {
  const marketplaces = await demoMarketplaces(db, market);
  if (marketplaces.length === 0) return undefined;
  return `the demo market is in this store (${marketplaces.join(', ')}): sellers see invented offers. Remove it: npm run client -- remove-demo`;
}
