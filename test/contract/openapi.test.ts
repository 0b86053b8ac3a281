import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { startApp, type TestApp } from '../harness/app.ts';

const run = promisify(execFile);

type Content = Record<string, { schema?: object; example?: unknown; examples?: object }>;
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type Document = { paths: Record<string, Record<string, Operation>> };

describe('/openapi.json', () => {
  let service: TestApp;
  let document: Document;
  before(async () => {
    service = await startApp();
    document = (await service.app.inject('/openapi.json')).json();
  });
  after(() => service.app.close());

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    );

  test('200 is a valid OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(structuredClone(document) as never);
    assert.deepEqual(result.errors ?? [], []);
    assert.equal(result.valid, true);
  });

  test('the copy in the tree is this document', () => {
    const copy = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
    assert.deepEqual(copy, document);
  });

  test('`npm run openapi` prints this document', async () => {
    const { stdout } = await run(process.execPath, ['src/main.ts', 'openapi'], { maxBuffer: 16 * 1024 * 1024 });
    assert.deepEqual(JSON.parse(stdout), document);
  });

  test('every operation has a name, a summary, a description, and examples of all it takes and answers', () => {
    const lacking: string[] = [];
    for (const { name, operation } of operations()) {
      for (const field of ['operationId', 'summary', 'description'] as const) {
        if (!operation[field]) lacking.push(`${name}: ${field}`);
      }
      const contents: [string, Content | undefined][] = Object.entries(operation.responses).map(([status, answer]) => {
        if (!answer.description || answer.description === 'Default Response')
          lacking.push(`${name} ${status}: description`);
        return [status, answer.content];
      });
      if (operation.requestBody) contents.push(['body', operation.requestBody.content]);
      for (const [part, content = {}] of contents) {
        for (const media of Object.values(content)) {
          if (media.example === undefined && media.examples === undefined) lacking.push(`${name} ${part}: example`);
        }
      }
    }
    assert.deepEqual(lacking, []);
    assert.ok(operations().length >= 2);
  });

  test('summaries are short and distinct: they are the names in the side bar of the reference page', () => {
    const summaries = operations().map(({ operation }) => operation.summary);
    assert.deepEqual(
      summaries.filter((text) => text.length > 32 || text.endsWith('.')),
      [],
    );
    assert.equal(new Set(summaries).size, summaries.length);
  });

  test('every operation documents a success and a failure', () => {
    for (const { name, operation } of operations()) {
      const statuses = Object.keys(operation.responses);
      assert.ok(statuses.some((status) => status < '400') && statuses.includes('500'), `${name}: ${statuses}`);
    }
  });
});
