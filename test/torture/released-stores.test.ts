import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { isObject } from '../../src/domain/is-object.ts';
import { answersFrom } from '../db/releases/answers.ts';
import { RELEASES, recordedAnswers, unpackStores } from '../db/releases/fixture.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';

for (const release of RELEASES) {
  describe(`the stores of ${release}`, () => {
    const started: ServiceProcess[] = [];
    let dataDir: string;
    before(() => {
      dataDir = unpackStores(release);
    });
    after(async () => {
      for (const service of started) await service.end();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const start = (environment: Record<string, string>, role: string) => {
      const client = { IDP_INTROSPECTION_CLIENT_ID: 'service', IDP_INTROSPECTION_CLIENT_SECRET: 'secret' };
      const service = startService({ ...client, ...environment, DATA_DIR: dataDir }, role);
      started.push(service);
      return service;
    };

    test('give the same answers as they gave then', async () => {
      const issuer = await start({}, 'idp').printed(/"address":"(http:[^"]+)"/);
      // Without a worker, which would send what waits and remove what is old.
      const base = await start({ IDP_ISSUER: issuer }, 'api').printed(/listening at (http:[^"]+)"/);
      const recorded = recordedAnswers(release);
      const answers = await answersFrom(base);
      assert.deepEqual(Object.keys(answers), Object.keys(recorded));
      for (const [question, answer] of Object.entries(answers)) {
        const then = recorded[question];
        assert.deepEqual(withoutNewFields(answer, then), then, question);
      }
    });
  });
}

/** An answer without the fields that it did not have then: fields may be added (decision 45). */
function withoutNewFields(now: unknown, then: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(then)) return now.map((element, n) => withoutNewFields(element, then[n]));
  if (!isObject(now) || !isObject(then)) return now;
  const known = Object.keys(now).filter((name) => Object.hasOwn(then, name));
  return Object.fromEntries(known.map((name) => [name, withoutNewFields(now[name], then[name])]));
}
