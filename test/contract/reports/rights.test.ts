// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SELLER_RIGHTS } from '../../../src/domain/authorization/rights.ts';
import { reportDescriptions } from '../../../src/wire/reports/types/list.ts';
import { onEngine } from '../../db/engines.ts';
import { openReports, type ReportsApp } from './reports-app.ts';

const bodyOf = (reportType: string) => ({
  ...{ reportType, marketplaceIds: ['STORE_US'] },
  ...(reportType === 'WHAT_IF' && { parameters: { strategy: { type: 'win' } } }),
});

onEngine('sqlite', 'the right of what a report contains (decision 54)', (engine) => {
  let app: ReportsApp;
  before(async () => {
    app = await openReports(engine);
  });
  after(() => app.close());

  const tokenWith = (right: string) => `alone~${right.replace('seller-api:', '').replace(':', '-')}.ACME`;
  const time = { hour: 6, timeZone: 'UTC' };

  test('403 without it, with any other one, no report and no schedule is made, shown, listed, downloaded or deleted', async () => {
    const made = new Map<string, { reportId: string; reportDocumentId: string }>();
    for (const { name } of reportDescriptions) {
      const done = await app.made('for.ACME', bodyOf(name));
      assert.equal(done.state, 'DONE', name);
      made.set(name, { reportId: done.reportId, reportDocumentId: String(done.reportDocumentId) });
      const put = await app.send('for.ACME', 'PUT', `/schedules/${name}`, { payload: { ...bodyOf(name), ...time } });
      assert.equal(put.statusCode, 200);
    }
    let refused = 0;
    for (const right of SELLER_RIGHTS) {
      const token = tokenWith(right);
      for (const description of reportDescriptions) {
        const { name } = description;
        const isRight = description.right === right;
        const { reportId, reportDocumentId } = made.get(name) as { reportId: string; reportDocumentId: string };
        const answers = [
          await app.ask(token, bodyOf(name)),
          await app.send(token, 'GET', `/reports/${reportId}`),
          await app.send(token, 'GET', `/documents/${reportDocumentId}`),
          await app.send(token, 'GET', `/documents/${reportDocumentId}?compression=GZIP`, {
            headers: { range: 'bytes=5-' },
          }),
          await app.send(token, 'GET', `/schedules/${name}`),
          await app.send(token, 'PUT', `/schedules/${name}`, { payload: { ...bodyOf(name), ...time } }),
          ...(isRight
            ? []
            : [
                await app.send(token, 'DELETE', `/reports/${reportId}`),
                await app.send(token, 'DELETE', `/schedules/${name}`),
              ]),
        ];
        for (const { statusCode, body } of answers) {
          assert.equal(statusCode < 300, isRight, `${right} ${name}: ${statusCode}`);
          if (isRight) continue;
          assert.equal(statusCode, 403);
          assert.match(body, new RegExp(description.right));
          refused += 1;
        }
      }
      const { reports } = (await app.send(token, 'GET', '/reports?limit=100')).json();
      const { schedules } = (await app.send(token, 'GET', '/schedules')).json();
      const allowed = reportDescriptions.filter((one) => one.right === right).map(({ name }) => name);
      for (const { reportType } of [...reports, ...schedules]) assert.ok(allowed.includes(reportType), reportType);
      assert.equal(schedules.length, allowed.length);
    }
    assert.ok(refused > 200, String(refused));
  });

  test('404 another seller with every right has none of them, and cannot delete a schedule under its own id', async () => {
    const [{ reportId, reportDocumentId }] = (await app.send('for.ACME', 'GET', '/reports?states=DONE')).json().reports;
    await app.send('for.ACME', 'PUT', '/schedules/mine', { payload: { ...bodyOf('FEES'), ...time } });
    for (const token of ['for.BOLT', 'own.writes.BOLT', 'owner.of.BOLT', 'app-2.for.ACME'])
      for (const [method, path] of [
        ['GET', `/reports/${reportId}`],
        ['DELETE', `/reports/${reportId}`],
        ['GET', `/documents/${reportDocumentId}`],
        ['GET', '/schedules/mine'],
        ['DELETE', '/schedules/mine'],
      ] as const)
        assert.equal((await app.send(token, method, path)).statusCode, 404, `${token} ${method} ${path}`);
    assert.equal((await app.send('for.ACME', 'GET', '/schedules/mine')).statusCode, 200);
    assert.equal((await app.send('for.ACME', 'GET', `/documents/${reportDocumentId}`)).statusCode, 200);
  });
});
