import type { TestIdp } from './harness.ts';

/** Moves the sign-in of every session and code into the past. */
export async function ageSignIns(idp: TestIdp, seconds: number): Promise<void> {
  const rows = await idp.db.all<{ id: string; payload: string }>(
    "SELECT id, payload FROM idp_record WHERE kind = 'Session'",
  );
  for (const { id, payload } of rows) {
    const session = JSON.parse(payload.replaceAll('\u0001', 'ID')) as { loginTs: number };
    session.loginTs -= seconds;
    const written = JSON.stringify(session).replaceAll('"ID"', '"\u0001"');
    await idp.db.run("UPDATE idp_record SET payload = $2 WHERE kind = 'Session' AND id = $1", [id, written]);
  }
}
