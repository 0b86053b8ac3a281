import type { Db, Sql } from '../db/db.ts';
import { oncePerKeyIn, repeatedIfUsed } from '../db/idempotency.ts';
import { setFact } from '../db/service-fact.ts';
import { timeOrderedId } from '../db/time-ordered-id.ts';
import type { IdempotentRequest, KeyReused } from '../domain/idempotent-request.ts';
import {
  ENDED_NOTES_KEPT_MS,
  MAX_OPEN_NOTES,
  type NoteDraft,
  type NoteSeverity,
  type OperatorNote,
} from '../domain/operator-note.ts';

/** Records the change in the transaction that makes it. */
export type RecordNote = (tx: Sql, noteId: string) => Promise<void>;

export type CreatedNote = { readonly note: OperatorNote; readonly repeated: boolean };
/** `tooMany`: as many as may be open. `removed`: the key created a note that was removed since. */
export type NoteRejection = { readonly rejected: 'tooMany' | 'removed' };

type NoteRow = {
  note_id: string;
  body: string;
  severity: string;
  from_ms: number;
  until_ms: number;
  created_ms: number;
  created_by: string;
};

/** Notes kept at most, ended ones included. */
const MAX_KEPT = 200;

/** The notes of the operator to all sellers. */
export class Notes {
  readonly #db: Db;
  readonly now: () => number;

  constructor(db: Db, now: () => number) {
    this.#db = db;
    this.now = now;
  }

  /** All that are kept, those that end last first. */
  async all(): Promise<OperatorNote[]> {
    const rows = await this.#db.all<NoteRow>(
      `SELECT * FROM operator_note ORDER BY until_ms DESC, note_id DESC LIMIT ${MAX_KEPT}`,
    );
    return rows.map(noteOf);
  }

  /** Those that sellers see now, in the order in which they began. */
  async shown(): Promise<OperatorNote[]> {
    const nowMs = this.now();
    const rows = await this.#db.all<NoteRow>(
      `SELECT * FROM operator_note WHERE until_ms > $1 ORDER BY until_ms, note_id LIMIT ${MAX_OPEN_NOTES}`,
      [nowMs],
    );
    return rows
      .map(noteOf)
      .filter(({ fromMs }) => fromMs <= nowMs)
      .sort((a, b) => a.fromMs - b.fromMs);
  }

  async create(
    draft: NoteDraft & { readonly createdBy: string },
    record: RecordNote,
    request?: IdempotentRequest,
  ): Promise<CreatedNote | NoteRejection | KeyReused> {
    return repeatedIfUsed(() =>
      this.#db.transaction(async (tx) => {
        const nowMs = this.now();
        // All who create write this row, so that two at once do not both find room for one (decision 59).
        await setFact(tx, 'operator notes', String(nowMs));
        return oncePerKeyIn<CreatedNote, NoteRejection>(tx, nowMs, request, {
          repeat: async (_tx, noteId) => {
            const row = await tx.get<NoteRow>('SELECT * FROM operator_note WHERE note_id = $1', [noteId]);
            return row ? { note: noteOf(row), repeated: true } : { rejected: 'removed' };
          },
          create: async () => {
            const open = await tx.get<{ n: number }>('SELECT COUNT(*) AS n FROM operator_note WHERE until_ms > $1', [
              nowMs,
            ]);
            if ((open?.n ?? 0) >= MAX_OPEN_NOTES) return { rejected: 'tooMany' };
            const note = { ...draft, noteId: timeOrderedId('note', nowMs), createdMs: nowMs };
            await insert(tx, note);
            await removeEnded(tx, nowMs);
            await record(tx, note.noteId);
            return { note, repeated: false, createdId: note.noteId };
          },
        });
      }),
    );
  }

  /** False when there is no such note. */
  async remove(noteId: string, record: RecordNote): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const removed = await tx.run('DELETE FROM operator_note WHERE note_id = $1', [noteId]);
      if (removed > 0) await record(tx, noteId);
      return removed > 0;
    });
  }
}

async function insert(tx: Sql, note: OperatorNote): Promise<void> {
  await tx.run(
    `INSERT INTO operator_note (note_id, body, severity, from_ms, until_ms, created_ms, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [note.noteId, note.text, note.severity, note.fromMs, note.untilMs, note.createdMs, note.createdBy],
  );
}

/** Those that ended long ago, and the oldest of too many. */
async function removeEnded(tx: Sql, nowMs: number): Promise<void> {
  await tx.run('DELETE FROM operator_note WHERE until_ms < $1', [nowMs - ENDED_NOTES_KEPT_MS]);
  await tx.run(
    `DELETE FROM operator_note WHERE until_ms <= $1 AND note_id NOT IN (
       SELECT note_id FROM operator_note ORDER BY until_ms DESC, note_id DESC LIMIT ${MAX_KEPT})`,
    [nowMs],
  );
}

const noteOf = (row: NoteRow): OperatorNote => ({
  ...{ noteId: row.note_id, text: row.body, severity: row.severity as NoteSeverity },
  ...{ fromMs: row.from_ms, untilMs: row.until_ms, createdMs: row.created_ms, createdBy: row.created_by },
});
