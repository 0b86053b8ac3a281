import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { ImportRun } from '../../../domain/market/import-run.ts';
import type { Identity } from '../../../identity/identity.ts';
import type { ImportPlace, Imports } from '../../../imports/imports.ts';
import {
  DEFAULT_IMPORTS,
  ImportParams,
  ImportShape,
  ImportsAnswer,
  ImportsQuery,
  importExample,
  writeImport,
} from '../../../wire/imports/imports.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { actorNames } from '../known-actors.ts';
import { operatorCallerOf } from '../operator-caller.ts';
import { cutPage, type PagedList, readPageToken, writePageToken } from '../page-token.ts';

const NO_IMPORT = { message: 'There is no such import.', details: 'It never was, or was made more than 90 days ago.' };
export const noImport = () => new Fault('NotFound', NO_IMPORT);
export const noImportAnswer = { 404: answerOf('NotFound', list, NO_IMPORT) };

export type ImportRoutes = {
  readonly imports: Imports;
  readonly identity: Identity;
  readonly now: () => number;
};

/** How answers show these imports: with who uploaded and applied them, as people know them. */
export async function writerOf(
  { identity, now }: ImportRoutes,
  request: FastifyRequest,
  runs: readonly ImportRun[],
): Promise<(run: ImportRun) => ReturnType<typeof writeImport>> {
  const actors = runs.flatMap(({ who, applier }) => (applier === undefined ? [who] : [who, applier]));
  const nameOf = await actorNames(identity, request, actors);
  return (run) => writeImport(run, { nowMs: now(), nameOf });
}

/** Imports of market data: which there are, and what becomes of them (decision 55). */
export const importRoutes = (parts: ImportRoutes) => (scope: FastifyInstance) => {
  const { imports } = parts;
  scope.get('/imports', {
    config: { right: 'operator:market:read' },
    schema: {
      operationId: 'listImports',
      summary: 'List imports',
      description:
        'Files that were uploaded, and runs of `npm run import`: who, when, how far, how fast, and how many lines were rejected.',
      querystring: ImportsQuery,
      response: { 200: ImportsAnswer },
    },
    handler: async (request, reply) => {
      const { state = [], limit = DEFAULT_IMPORTS, nextToken } = request.query as Static<typeof ImportsQuery>;
      const pages: PagedList = { scope: JSON.stringify(['imports', state]), checksum: 'last' };
      const before = nextToken === undefined ? undefined : readPageToken(pages, nextToken, placeIn);
      const found = await imports.page(state, before, limit + 1);
      const { page, last } = cutPage(found, limit);
      void reply.header('cache-control', 'no-store');
      const write = await writerOf(parts, request, page);
      return {
        imports: page.map(write),
        ...(last && { nextToken: writePageToken(pages, `${last.createdMs}.${last.id}`) }),
      };
    },
  });

  scope.get('/imports/:importId', {
    config: { right: 'operator:market:read' },
    schema: {
      operationId: 'getImport',
      summary: 'Read how far an import is',
      description: 'One import, with its counts, its progress, and why it was refused or failed.',
      params: ImportParams,
      response: { 200: successOf(ImportShape, 'The import.', importExample), ...noImportAnswer },
    },
    handler: async (request, reply) => {
      const { importId } = request.params as Static<typeof ImportParams>;
      const run = await imports.find(importId);
      if (run === undefined) throw noImport();
      void reply.header('cache-control', 'no-store');
      return (await writerOf(parts, request, [run]))(run);
    },
  });

  const changes = [
    {
      name: 'apply',
      operationId: 'applyImport',
      summary: 'Apply a checked import',
      description:
        'Has a worker write the records of an import that is CHECKED. One import at a time is written for each marketplace: the others wait. ' +
        'Rejected lines do not stop it. What a killed process left is begun again, which does no harm.',
      conflict: (run: ImportRun) => `It is ${run.state}: only an import that is CHECKED can be applied.`,
    },
    {
      name: 'cancel',
      operationId: 'cancelImport',
      summary: 'Cancel an import',
      description:
        'Ends an import. One that is being written ends within seconds, and what it has written stays; it can be imported again without harm. A ' +
        'run of `npm run import` ends with its command.',
      conflict: (run: ImportRun) =>
        run.source === 'command'
          ? 'A run of npm run import ends with its command: press Ctrl-C there.'
          : `It is ${run.state}: it has ended.`,
    },
  ] as const;
  for (const { name, operationId, summary, description, conflict } of changes)
    scope.post(`/imports/:importId/${name}`, {
      config: { right: 'operator:market:write' },
      schema: {
        ...{ operationId, summary, description, params: ImportParams },
        response: {
          200: successOf(ImportShape, 'The import as it is now.', importExample),
          ...noImportAnswer,
          409: answerOf('Conflict', list, {
            message: `The import cannot be ${name === 'apply' ? 'applied' : 'cancelled'} now.`,
            details: `It is DONE: ${name === 'apply' ? 'only an import that is CHECKED can be applied' : 'it has ended'}.`,
          }),
        },
      },
      handler: async (request) => {
        const { importId } = request.params as Static<typeof ImportParams>;
        const caller = operatorCallerOf(request);
        const changed = await (name === 'apply' ? imports.apply(importId, caller) : imports.cancel(importId, caller));
        if (changed === undefined) throw noImport();
        if (!changed.isQueued)
          throw new Fault('Conflict', {
            message: `The import cannot be ${name === 'apply' ? 'applied' : 'cancelled'} now.`,
            details: conflict(changed.run),
          });
        return (await writerOf(parts, request, [changed.run]))(changed.run);
      },
    });
};

function placeIn(position: string): ImportPlace | undefined {
  const [, createdMs, id] = /^(\d{1,15})\.(imp_[0-9a-f]{1,60})$/.exec(position) ?? [];
  return id === undefined ? undefined : { createdMs: Number(createdMs), id };
}
