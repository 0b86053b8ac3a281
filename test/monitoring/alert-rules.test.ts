import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { unpackFromDebian } from '../harness/debian.ts';
import { isTorture, testInTorture } from '../harness/scale.ts';
import { alertCases, unitTestsOf } from './alert-cases.ts';
import { alerts, dashboard, dashboardExpressions, pathOf, read, selectorsIn } from './files.ts';

describe('the files for Prometheus', () => {
  const folder = mkdtempSync(join(tmpdir(), 'monitoring-'));
  let promtool = '';
  // Unpacked, not installed: no server starts.
  before(async () => {
    if (isTorture) promtool = (await unpackFromDebian('prometheus')).program('promtool');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** What promtool prints. It rejects with that as its message. */
  const run = async (...args: string[]): Promise<string> => {
    const options = { cwd: pathOf('deploy', 'prometheus') };
    return promisify(execFile)(promtool, args, options).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }) => Promise.reject(new Error(`${stdout}${stderr}`)),
    );
  };

  testInTorture('promtool accepts the rules and the example of settings, which includes them', async () => {
    const found = await run('check', 'rules', 'alerts.yml');
    assert.match(found, new RegExp(`SUCCESS: ${alerts().length} rules found`));
    const config = await run('check', 'config', 'prometheus.yml');
    assert.match(config, /SUCCESS: 1 rule files found/);
    assert.match(read('deploy', 'prometheus', 'prometheus.yml'), /job_name: seller-service$/m);
  });

  testInTorture('the alerts fire when they should, and not otherwise', async () => {
    assert.match(await run('test', 'rules', pathOf('test', 'monitoring', 'alert-rules.yml')), /SUCCESS/);
    const file = join(folder, 'alert-cases.json');
    writeFileSync(file, unitTestsOf(alertCases, pathOf('deploy', 'prometheus', 'alerts.yml')));
    assert.match(await run('test', 'rules', file), /SUCCESS/);
  });

  test('every alert fires in one of these cases', () => {
    const inFile = read('test', 'monitoring', 'alert-rules.yml').matchAll(/alertname: (\w+)\n +exp_alerts:/g);
    const firing = new Set([...[...inFile].map(([, name]) => name), ...alertCases.map(({ alert }) => alert)]);
    assert.deepEqual(firing, new Set(alerts().map(({ name }) => name)));
  });

  testInTorture('every expression of the dashboard is one that Prometheus understands', async () => {
    const rules = dashboardExpressions().map(({ expr }, n) => ({ record: `panel:${n}`, expr }));
    assert.ok(rules.length > 50);
    // JSON is YAML.
    const file = join(folder, 'dashboard-rules.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    assert.match(await run('check', 'rules', file), new RegExp(`SUCCESS: ${rules.length} rules found`));
    writeFileSync(
      file,
      JSON.stringify({ groups: [{ name: 'x', rules: [{ record: 'x', expr: 'sum(rate(up[5m])' }] }] }),
    );
    await assert.rejects(run('check', 'rules', file), /unclosed left parenthesis/);
  });
});

describe('alerts and runbook', () => {
  const anchorsIn = (page: string) => [...page.matchAll(/^### (\w+)$/gm)].map(([, heading = '']) => heading);

  test('every alert has a severity, a summary, a description and its own entry in the runbook', () => {
    for (const { name, text, expr } of alerts()) {
      assert.match(text, /severity: (critical|warning) /, name);
      for (const annotation of ['summary', 'description'])
        assert.match(text, new RegExp(`^ +${annotation}: ".{10,}"$`, 'm'));
      assert.match(text, new RegExp(`^ +runbook: docs/runbook.md#${name.toLowerCase()}$`, 'm'), name);
      assert.ok(selectorsIn(expr).length > 0, `${name}: ${expr}`);
      // Prometheus may watch other services that have metrics of the same names.
      assert.ok(
        selectorsIn(expr).every(({ labels }) => labels.includes('job')),
        `${name}: ${expr}`,
      );
    }
  });

  test('the runbook has an entry for each alert, and no other', () => {
    const names = alerts().map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(anchorsIn(read('docs', 'runbook.md')).sort(), names.sort());
  });

  test('every entry says what an alert means, what to look at and what to do', () => {
    const [, ...entries] = read('docs', 'runbook.md').split(/^### /m);
    for (const entry of entries)
      for (const part of ['Means', 'Look at', 'Do'])
        assert.match(entry, new RegExp(`^- \\*\\*${part}:\\*\\* .{5,}`, 'm'));
  });

  test('the links of the runbook to its own entries lead somewhere', () => {
    const page = read('docs', 'runbook.md');
    const anchors = anchorsIn(page).map((heading) => heading.toLowerCase());
    for (const [, anchor = ''] of page.matchAll(/\]\(#(\w+)\)/g)) assert.ok(anchors.includes(anchor), anchor);
  });
});

/** Grafana's way to name a variable. */
const DATASOURCE = ['$', '{datasource}'].join('');

describe('the dashboard', () => {
  test('takes its data source from a variable, and overlaps nowhere', () => {
    const { panels, templating } = dashboard();
    assert.deepEqual(
      templating.list.map(({ name, type }) => [name, type]),
      [
        ['datasource', 'datasource'],
        ['job', 'query'],
        ['instance', 'query'],
      ],
    );
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    const taken = new Map<string, string>();
    for (const { title, type, datasource, targets = [], gridPos } of panels) {
      if (type !== 'row') assert.deepEqual([datasource?.uid, targets.length > 0], [DATASOURCE, true], title);
      for (const target of targets) assert.equal(target.datasource.uid, DATASOURCE, title);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          assert.equal(taken.get(`${x},${y}`), undefined, title);
          taken.set(`${x},${y}`, title);
          assert.ok(x < 24, title);
        }
    }
  });

  test('keeps the rules of Grafana for files that are imported', () => {
    const { uid, id, schemaVersion, panels, templating, __requires } = dashboard();
    // Grafana gives the number itself, and refuses a uid of more than 40 characters.
    assert.deepEqual([id, Number.isInteger(schemaVersion)], [null, true]);
    assert.match(uid, /^[\w-]{1,40}$/);
    const required = new Set(__requires.filter(({ type }) => type === 'panel').map((one) => one.id));
    assert.deepEqual(new Set(panels.map(({ type }) => type)), required.add('row'));
    const variables = new Set([...templating.list.map(({ name }) => name), '__rate_interval']);
    for (const { title, targets = [], gridPos, fieldConfig } of panels) {
      assert.ok(gridPos.w > 0 && gridPos.h > 0, title);
      const ids = targets.map(({ refId }) => refId);
      assert.equal(new Set(ids).size, ids.length, title);
      for (const { expr } of targets)
        for (const [, name = ''] of expr.matchAll(/\$\{?(\w+)/g)) assert.ok(variables.has(name), `${title}: ${name}`);
      // The first step is the base, without a value. The others rise.
      const [base, ...steps] = fieldConfig?.defaults.thresholds?.steps.map(({ value }) => value) ?? [null];
      assert.equal(base, null, title);
      assert.deepEqual(
        steps,
        steps.toSorted((a, b) => Number(a) - Number(b)),
        title,
      );
    }
  });

  test('has rows for traffic, errors, latency, store, provider, deliveries, limits and the process', () => {
    const rows = dashboard().panels.filter(({ type }) => type === 'row');
    assert.deepEqual(
      rows.map(({ title }) => title),
      [
        ...['Overview', 'Traffic', 'Errors', 'Latency by route', 'Store', 'Identity provider'],
        ...['Events and deliveries', 'Limits and caches', 'Process health'],
      ],
    );
  });
});
