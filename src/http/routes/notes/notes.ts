import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { IdempotentRequest, KeyReused } from '../../../domain/idempotent-request.ts';
import { isId } from '../../../domain/ids.ts';
import {
  DEFAULT_NOTE_MS,
  MAX_NOTE_MS,
  MAX_OPEN_NOTES,
  type NoteDraft,
  noteTextProblem,
  type OperatorNote,
} from '../../../domain/operator-note.ts';
import type { Identity } from '../../../identity/identity.ts';
import type { CreatedNote, NoteRejection, Notes } from '../../../notes/notes.ts';
import { identifierShape } from '../../../wire/identifier.ts';
import {
  NoteBody,
  noteExample,
  OperatorNoteShape,
  OperatorNotes,
  operatorNoteExample,
  SellerNotes,
  writeOperatorNote,
  writeSellerNote,
} from '../../../wire/notes/note.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { ANY_SELLER_RIGHT } from '../../guards/needed-right.ts';
import {
  idempotencyAnswers,
  idempotencyHeader,
  idempotentRequest,
  keyReused,
  markReplayed,
  replayedHeader,
} from '../idempotency-header.ts';
import { actorNames } from '../known-actors.ts';
import { timeOf } from '../time-field.ts';

/** Who changes a note: for the audit log. */
export type NoteActor = {
  readonly id: string;
  readonly isPerson: boolean;
  readonly from: string;
  readonly requestId: string;
};

/** Changes of notes, each recorded in the audit log. */
export type NoteChanges = {
  create(
    draft: NoteDraft,
    by: NoteActor,
    request?: IdempotentRequest,
  ): Promise<CreatedNote | NoteRejection | KeyReused>;
  /** False when there is no such note. */
  remove(noteId: string, by: NoteActor): Promise<boolean>;
};

export type NoteRoutes = {
  readonly notes: Pick<Notes, 'all' | 'shown' | 'now'>;
  readonly noteChanges: NoteChanges;
  readonly identity: Identity;
};

const TOO_MANY = {
  message: `There are ${MAX_OPEN_NOTES} notes that have not ended.`,
  details: 'Delete one first: DELETE /operator/v1/notes/{noteId}.',
};
const REMOVED = {
  message: 'The note that this Idempotency-Key created has been deleted.',
  details: 'Use a new key to create a new note.',
};
const NONE = {
  message: 'There is no such note.',
  details: 'GET /operator/v1/notes lists the notes with their noteId.',
};

/** Persons must have signed in a short time ago: every seller reads a note. */
const CHANGES_NOTES = { right: 'operator:sellers:write', recentSignIn: 'of people' } as const;

/** Notes of the operator to all sellers (decision 55). */
export const operatorNoteRoutes =
  ({ notes, noteChanges, identity }: NoteRoutes) =>
  (scope: FastifyInstance) => {
    scope.get('/notes', {
      config: { right: 'operator:sellers:read' },
      schema: {
        operationId: 'listNotes',
        summary: 'List notes to sellers',
        description: 'What the operator told all sellers, tells them now, or will.',
        response: { 200: OperatorNotes },
      },
      handler: async (request) => {
        const nowMs = notes.now();
        const all = await notes.all();
        const creatorOf = await creatorsOf(identity, request, all);
        return { notes: all.map((note) => writeOperatorNote(note, nowMs, creatorOf(note))) };
      },
    });

    scope.post('/notes', {
      config: CHANGES_NOTES,
      schema: {
        operationId: 'createNote',
        summary: 'Tell all sellers something',
        description:
          'Creates a note, such as "Maintenance tonight". The console shows it to every seller from one time until another, and GET ' +
          '/sellers/v4/notes gives it to their programs. It is plain text. The audit log has that it was created, not what it says.',
        headers: Type.Object(idempotencyHeader),
        body: NoteBody,
        response: {
          200: successOf(OperatorNoteShape, 'The note.', operatorNoteExample, replayedHeader),
          409: answerOf('Conflict', list, {
            description: 'There are too many notes, or the one of this key was deleted.',
            ...TOO_MANY,
          }),
          ...idempotencyAnswers,
        },
      },
      handler: async (request, reply) => {
        const draft = readNote(request.body as Static<typeof NoteBody>, notes.now());
        const created = await noteChanges.create(draft, actorOf(request), idempotentRequest(request, 'createNote'));
        if ('rejected' in created) {
          if (created.rejected === 'keyReused') throw keyReused();
          throw new Fault('Conflict', created.rejected === 'tooMany' ? TOO_MANY : REMOVED);
        }
        if (created.repeated) markReplayed(reply);
        const creatorOf = await creatorsOf(identity, request, [created.note]);
        return writeOperatorNote(created.note, notes.now(), creatorOf(created.note));
      },
    });

    scope.delete('/notes/:noteId', {
      config: CHANGES_NOTES,
      schema: {
        operationId: 'deleteNote',
        summary: 'Delete a note to sellers',
        description: 'Sellers do not see it any more.',
        params: Type.Object({ noteId: identifierShape('The note.', noteExample.noteId) }),
        response: {
          204: { description: 'It is deleted.', type: 'null' },
          404: answerOf('NotFound', list, { description: 'There is no such note.', ...NONE }),
        },
      },
      handler: async (request, reply) => {
        const { noteId } = request.params as { noteId: string };
        if (!isId(noteId) || !(await noteChanges.remove(noteId, actorOf(request)))) throw new Fault('NotFound', NONE);
        return reply.code(204).send();
      },
    });
  };

export const sellerNoteRoutes =
  ({ notes }: Pick<NoteRoutes, 'notes'>) =>
  (scope: FastifyInstance) => {
    scope.get('/notes', {
      config: { right: ANY_SELLER_RIGHT },
      schema: {
        operationId: 'getNotes',
        summary: 'Read notes of the operator',
        description:
          'What the operator of this service tells all sellers at this moment, such as an announced maintenance.',
        response: { 200: SellerNotes },
      },
      handler: async () => ({ notes: (await notes.shown()).map(writeSellerNote) }),
    });
  };

function readNote({ text, severity = 'INFO', from, until }: Static<typeof NoteBody>, nowMs: number): NoteDraft {
  const problem = noteTextProblem(text);
  if (problem !== undefined) throw invalid('text', `text ${problem}.`);
  const fromMs = timeOf(from, 'from') ?? nowMs;
  const untilMs = timeOf(until, 'until') ?? fromMs + DEFAULT_NOTE_MS;
  if (untilMs <= fromMs || untilMs <= nowMs) throw invalid('until', 'until must be after from, and in the future.');
  if (untilMs - fromMs > MAX_NOTE_MS) throw invalid('until', 'until must be at most a year after from.');
  return { text, severity, fromMs, untilMs };
}

const actorOf = ({ caller, ip, id }: FastifyRequest): NoteActor => ({
  id: caller?.memberId ?? caller?.clientId ?? 'unknown',
  isPerson: caller?.memberId !== undefined,
  from: ip,
  requestId: id,
});

/** Who created each: a person of the operator, or its application. */
async function creatorsOf(identity: Identity, request: FastifyRequest, notes: readonly OperatorNote[]) {
  const actorOf = ({ createdBy }: OperatorNote) => ({ type: 'operator', id: createdBy });
  const nameOf = await actorNames(identity, request, notes.map(actorOf));
  return (note: OperatorNote) => nameOf(actorOf(note));
}

const invalid = (name: string, details: string) =>
  new Fault('InvalidInput', { message: `${name} is not valid.`, details });
