import assert from 'node:assert/strict';
import type { ServiceProcess } from '../harness/process.ts';

/** Waits for the end of a service that was told to stop: it did so in order, was no crash, and left nothing running. */
export async function endedWell(service: ServiceProcess, address: string): Promise<void> {
  assert.equal(await service.ended(), 0);
  assert.match(service.stdout, /"msg":"stopped"/);
  assert.doesNotMatch(service.stdout, /at once/);
  await assert.rejects(fetch(`${address}/health/live`), (error: Error) => /ECONNREFUSED/.test(String(error.cause)));
}
