import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Db } from '../../../src/db/db.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { MAX_OPEN_NOTES } from '../../../src/domain/operator-note.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { writeTime } from '../../../src/domain/time.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { Notes } from '../../../src/notes/notes.ts';
import { auditedNotes } from '../../../src/roles/api/audit.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';

const WRITER = 'person~sellers~write';
const READER = 'operator~sellers~read';
type Note = { noteId: string; text: string; state?: string };

withEnginesInTorture('notes of the operator to all sellers', (engine) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  let db: Db;
  let nowMs = Date.UTC(2026, 10, 18, 12);
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;
  before(async () => {
    provider = await startProvider();
    db = await (await engine.migrated()).open();
    const now = () => nowMs;
    const notes = new Notes(db, now);
    const { identity } = provider;
    const groups = pathGroupsOf({ ...bareService, identity, notes, noteChanges: auditedNotes(notes, now) });
    service = await startApp({ groups, guards: { bearer: bearerGuard(identity, createRateLimits(GENEROUS_PLAN)) } });
    mustFit = await documentedBy(service.app);
  });
  after(() => Promise.all([service.app.close(), provider.close()]));

  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    token: string,
    payload?: object,
    key?: string,
  ) => {
    const headers = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) };
    const answer = await service.app.inject({ method, url: path, headers, ...(payload && { payload }) });
    mustFit(method, path.replace(/(notes)\/.+/, '$1/{noteId}'), answer);
    return answer;
  };
  const create = (body: object, key?: string) => call('POST', '/operator/v1/notes', WRITER, body, key);
  const remove = (noteId: string) => call('DELETE', `/operator/v1/notes/${noteId}`, WRITER);
  const list = async () => (await call('GET', '/operator/v1/notes', READER)).json().notes as Note[];
  const shownTo = async (token: string) =>
    ((await call('GET', '/sellers/v4/notes', token)).json().notes as Note[]).map(({ text }) => text);
  const clear = async () => {
    for (const { noteId } of await list()) assert.equal((await remove(noteId)).statusCode, 204);
  };

  test('200 every seller sees a note in its time, and no other', async () => {
    await create({ text: 'Now', severity: 'URGENT' });
    await create({ text: 'Later', from: writeTime(nowMs + DAY_MS), until: writeTime(nowMs + 2 * DAY_MS) });
    assert.deepEqual(
      (await list()).map(({ text, state }) => [text, state]),
      [
        ['Now', 'SHOWN'],
        ['Later', 'COMING'],
      ],
    );
    for (const token of ['seller', 'delegated', 'for.S9', 'account.only.S1'])
      assert.deepEqual(await shownTo(token), ['Now'], token);
    nowMs += DAY_MS;
    assert.deepEqual(await shownTo('seller'), ['Now', 'Later']);
    nowMs += 6 * DAY_MS;
    assert.deepEqual(await shownTo('seller'), []);
    assert.deepEqual(
      (await list()).map(({ state }) => state),
      ['ENDED', 'ENDED'],
    );
    await clear();
  });

  test('200 a note is text: markup comes back as it was sent', async () => {
    const text = '<img src=x onerror=alert(1)>\n**bold** & "quoted"';
    assert.equal((await create({ text })).json().text, text);
    assert.deepEqual(await shownTo('seller'), [text]);
    await clear();
  });

  test('200 a repeated request creates one note; another body with its key is 422', async () => {
    const body = { text: 'Once' };
    const first = (await create(body, 'k1')).json();
    const again = await create(body, 'k1');
    assert.deepEqual([again.json().noteId, again.headers['idempotency-replayed']], [first.noteId, 'true']);
    assert.equal((await create({ text: 'Twice' }, 'k1')).statusCode, 422);
    await clear();
    assert.equal((await create(body, 'k1')).statusCode, 409);
  });

  test('200 the audit log has who changed which note, and not what it says', async () => {
    await db.run('DELETE FROM audit_pending');
    const { noteId } = (await create({ text: 'secretly planned' })).json();
    await call('DELETE', `/operator/v1/notes/${noteId}`, 'operator~sellers~write');
    const rows = await db.all<Record<string, string>>(
      'SELECT who_type, who, operation, details FROM audit_pending ORDER BY entry_id',
    );
    assert.deepEqual(
      rows.map((row) => [row.who_type, row.who, row.operation, row.details]),
      [
        ['operator', 'olga', 'createNote', JSON.stringify({ noteId })],
        ['client', 'op', 'deleteNote', JSON.stringify({ noteId })],
      ],
    );
  });

  test('409 there is room for so many open notes, also when all are created at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: MAX_OPEN_NOTES + 5 }, (_, n) => create({ text: `Note ${n}` })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [...Array(MAX_OPEN_NOTES).fill(200), ...Array(5).fill(409)]);
    await clear();
  });

  test('200 notes that ended long ago are removed with the next one', async () => {
    await create({ text: 'Old', until: writeTime(nowMs + 1_000) });
    nowMs += 32 * DAY_MS;
    await create({ text: 'New' });
    assert.deepEqual(
      (await list()).map(({ text }) => text),
      ['New'],
    );
    await clear();
  });

  test('400 names the field', async () => {
    const wrong: [object, RegExp][] = [
      [{}, /text/],
      [{ text: ' ' }, /text must not be empty/],
      [{ text: 'x'.repeat(501) }, /text must have at most 500 characters/],
      [{ text: 'a\u0007b' }, /text must not contain control characters/],
      [{ text: 'a\u202eb' }, /text must not contain control characters/],
      [{ text: 'a', severity: 'LOUD' }, /severity/],
      [{ text: 'a', from: 'tomorrow' }, /from must be a time/],
      [{ text: 'a', until: '2020-01-01T00:00:00Z' }, /until must be after from, and in the future/],
      [{ text: 'a', until: '2099-01-01T00:00:00Z' }, /until must be at most a year after from/],
    ];
    for (const [body, expected] of wrong) {
      const answer = await create(body);
      assert.equal(answer.statusCode, 400, answer.body);
      assert.match(answer.body, expected);
    }
    assert.equal((await remove('note_none')).statusCode, 404);
    assert.equal((await call('POST', '/operator/v1/notes', 'former~sellers~write', { text: 'a' })).statusCode, 401);
  });
});
