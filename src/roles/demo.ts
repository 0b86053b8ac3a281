import { demoRecords } from '../cli/demo-data.ts';
import type { Config } from '../config.ts';
import { Intake } from '../store/intake.ts';
import type { Market } from '../store/market.ts';

/** Only where nobody else can reach the service: everybody knows the passwords of the demo. */
export function isDemo({ publicUrl, idpPublicUrl, demoAnywhere }: Config): boolean {
  const isHere = (address: string | undefined) => address === undefined || isLoopback(new URL(address).hostname);
  return demoAnywhere || (isHere(publicUrl) && isHere(idpPublicUrl));
}

/** The demo market, once, for who starts the service to look at it: never where others can reach it. */
export async function makeDemoData(config: Config, market: Market): Promise<boolean> {
  if (config.idpIssuer || !isDemo(config) || (await market.marketplaces()).length > 0) return false;
  const refuse = (line: number, problem: object) => {
    throw new Error(`demo record ${line}: ${JSON.stringify(problem)}`);
  };
  const intake = await Intake.open(market, { boards: 'now', batchSize: 1_000, onReject: refuse });
  let line = 0;
  for (const record of demoRecords(Date.now())) await intake.take(++line, record);
  await intake.flush();
  return true;
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
