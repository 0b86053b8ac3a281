import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { DbConfig } from '../../../src/db/open.ts';
import type { PriceChangeCall } from '../../../src/market/price-changes/apply-calls.ts';

/** A call of a test: its name, and how many items it changes. More than 50 are stored first, and applied in pieces. */
export type KilledCall = { readonly name: string; readonly items: number };

export const skuOf = (name: string, n: number) => `${name}-${n}`;

/** Changes of the listings of seller S1 that a test made for this name, to 10.00, and of one that does not exist. */
export function callOf({ name, items }: KilledCall): PriceChangeCall {
  const skus = [...Array.from({ length: items }, (_, n) => skuOf(name, n)), 'NOPE'];
  return {
    ...{ marketplaceId: 'M1', sellerId: 'S1', by: { clientId: 'app', isConsole: false }, requestId: `request ${name}` },
    changes: skus.map((sku) => ({ sku, customer: 'Consumer', strategy: { type: 'setTo', listingMinor: 1000 } })),
    once: { caller: 'app S1', operation: 'changePrices', key: name, body: { name } },
  };
}

/** The processes share it: compiling takes most of the time of a start. */
const compileCache = mkdtempSync(join(tmpdir(), 'compiled-'));
after(() => rmSync(compileCache, { recursive: true, force: true }));

/** Submits the call in a process that kills itself at the step with this number, if the call has so many. */
export async function submitDying(
  config: DbConfig,
  dyingAt: number,
  call: KilledCall,
  nowMs: number,
): Promise<boolean> {
  const program = join(import.meta.dirname, 'dying-call.ts');
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  const args = [program, JSON.stringify(config), `${dyingAt}`, JSON.stringify(call), `${nowMs}`];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [status, signal] = await once(child, 'close');
  if (signal !== 'SIGKILL' && status !== 0) throw new Error(errors);
  return signal === 'SIGKILL';
}
