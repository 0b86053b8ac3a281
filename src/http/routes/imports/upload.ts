import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { UploadRefusal } from '../../../imports/imports.ts';
import { ImportShape, importExample, UploadQuery } from '../../../wire/imports/imports.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { validatorCompiler } from '../../requests/validator.ts';
import { operatorCallerOf } from '../operator-caller.ts';
import { type ImportRoutes, writerOf } from './imports.ts';

const TOO_MANY = {
  message: 'Too many imports are open.',
  details: 'Apply or cancel one of those that are CHECKED, or wait until one has ended.',
};

/** `POST /operator/v1/imports`: stores a file while it arrives. */
export const uploadRoutes = (parts: ImportRoutes) => (scope: FastifyInstance) => {
  // A separate scope, because this route streams its body: another limit applies.
  scope.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body));
    uploads.post('/imports', {
      config: { right: 'operator:market:write', streamsBody: true },
      validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : validatorCompiler(part)),
      schema: {
        operationId: 'uploadImport',
        summary: 'Upload a file of market data',
        description:
          'Takes a file as `npm run import` reads it: JSON lines, a JSON array or CSV, plain or as gzip, of any media type. The file is stored, and ' +
          'a worker then checks every line without writing anything: when the import is CHECKED, look at its counts and rejected lines, ' +
          'then apply it. `IMPORT_UPLOAD_MB` bounds the file, and what it is when it is decompressed. It must arrive within 5 minutes.',
        querystring: UploadQuery,
        body: {
          content: {
            'application/octet-stream': {
              schema: {
                type: 'string',
                format: 'binary',
                description: 'The file.',
                examples: ['kind,sellerId,plan\nseller,A8NORTHGATE,Professional\n'],
              },
            },
          },
        },
        response: {
          200: successOf(ImportShape, 'The file is stored, and will be checked.', importExample),
          409: answerOf('Conflict', list, TOO_MANY),
          413: answerOf('RequestTooLarge', list, tooLarge(2_048_000_000)),
        },
      },
      handler: async (request, reply) => {
        const { fileName, kind, quiet } = request.query as Static<typeof UploadQuery>;
        try {
          const body = bodyOf(request.body as IncomingMessage | undefined);
          const result = await parts.imports.upload(body, { fileName, kind, quiet }, operatorCallerOf(request));
          if (typeof result === 'object' && 'id' in result) return (await writerOf(parts, request, [result]))(result);
          throw faultOf(result);
        } catch (error) {
          // A client that is still sending reads the answer only afterwards; a connection is not kept for the rest of a file.
          void reply.header('connection', 'close');
          request.raw.resume();
          throw error;
        }
      },
    });
  });
};

/** A body that breaks off is an error of the client, and leaves nothing. */
async function* bodyOf(body: IncomingMessage | undefined): AsyncGenerator<Uint8Array> {
  if (body === undefined) return;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array;
  } catch (error) {
    throw new Fault(
      'InvalidInput',
      {
        message: 'The body broke off.',
        details: 'The connection ended before the file did. Nothing was stored: send it again.',
      },
      { cause: error },
    );
  }
}

function faultOf(refusal: UploadRefusal): Fault {
  if (refusal === 'too many') return new Fault('Conflict', TOO_MANY);
  if ('tooLarge' in refusal) return new Fault('RequestTooLarge', tooLarge(refusal.tooLarge));
  return new Fault('InvalidInput', { message: 'The file is not market data.', details: refusal.problem });
}

function tooLarge(bytes: number) {
  const details = `At most ${bytes.toLocaleString('en-US')} bytes (IMPORT_UPLOAD_MB): compress it, cut it into several files, or use npm run import.`;
  return { message: 'The file is too large.', details };
}
