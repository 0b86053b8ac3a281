import { createHmac } from 'node:crypto';
import { adapterOver } from '../../../src/idp/adapter.ts';
import { insertClient, ownApplication } from '../../../src/idp/clients.ts';
import { digest } from '../../../src/idp/secrets.ts';
import { createLog } from '../../../src/log/log.ts';
import { TestBrowser } from '../browser.ts';
import { type Application, connectable } from '../delegated.ts';
import { keptKey } from '../factors/person.ts';
import { forwardedFor, type TestIdp } from '../harness.ts';
import { person } from '../people.ts';

export type TeamMember = { readonly id: string; readonly accountId: string; readonly email: string };

/** A seller with an owner, who is signed in with a browser and another one, and a manager, who connected an application. */
export type Team = {
  readonly idp: TestIdp;
  readonly adapters: ReturnType<typeof adapterOver>;
  readonly sellerId: string;
  readonly owner: TeamMember;
  readonly manager: TeamMember;
  /** The seller's own application. Its secret was created by the manager, who was a developer then. */
  readonly ownApplicationId: string;
  /** An application of others. */
  readonly repricer: Application;
  readonly browser: TestBrowser;
  /** Recovery codes of the owner, or the token of a link, if the flow needs one. */
  readonly secrets: string[];
};

/** A connection that is kept open while another process dies may be closed when it is used again. */
export const NEW_CONNECTION = { connection: 'close' };

const MANAGER_SCOPE = 'seller-api:pricing:read seller-api:pricing:write offline_access';

/** The uid of a person's session in another browser. */
export const otherSession = ({ accountId }: TeamMember) => `other ${accountId}`;
/** The manager's refresh token. */
export const refreshToken = ({ id }: TeamMember) => `refresh ${id}`;

/** Makes teams one after the other. They share the application of others. */
export function teamMaker(idp: TestIdp): () => Promise<Team> {
  const repricer = connectable(idp);
  const adapters = adapterOver(idp.db, { refreshGraceSeconds: 0, now: Date.now, log: createLog('silent') });
  let teams = 0;
  return async () => {
    teams += 1;
    const sellerId = `S${teams}x`;
    const member = async (name: 'owner' | 'manager'): Promise<TeamMember> => {
      const [who, email] = [`${name}-${sellerId}`, `${name}-${sellerId}@x.example`.toLowerCase()];
      const id = await person(idp.db, who, name, { sellerId, passwordHash: 'first' });
      return { id, accountId: `person-${who}`, email };
    };
    const [owner, manager] = [await member('owner'), await member('manager')];
    const ownApplicationId = `own-${sellerId}`;
    await insertClient(idp.db, {
      ...{ id: ownApplicationId, kind: 'seller', name: 'Stock', sellerId, metadata: ownApplication },
      ...{ secret: 'first secret', createdBy: manager.id, createdAt: 1 },
    });
    const browser = new TestBrowser(idp.issuer, {
      ...forwardedFor(`203.0.${teams >> 8}.${teams & 255}`),
      ...NEW_CONNECTION,
    });
    const team = {
      ...{ idp, adapters, sellerId, owner, manager, ownApplicationId, browser },
      ...{ secrets: [], repricer: await repricer },
    };
    await signIn(team);
    await connect(team);
    return team;
  };
}

/** As if the owner had typed the password in this browser: checking one takes 0.3 s of CPU. */
export async function signIn({ idp, adapters, owner, manager, browser }: Team): Promise<void> {
  const sessions = adapters('Session');
  const loginTs = Math.floor(Date.now() / 1000);
  const fields = { kind: 'Session', loginTs, iat: loginTs, exp: loginTs + 3600 };
  const store = (id: string, uid: string, accountId: string) =>
    sessions.upsert(id, { ...fields, jti: id, uid, accountId }, 3600);
  const cookie = `cookie-${owner.accountId}`;
  await store(cookie, `own ${owner.accountId}`, owner.accountId);
  const [key = ''] = await keptKey<string[]>(idp, 'cookie keys');
  browser.setCookie('_session', cookie, '/');
  browser.setCookie('_session.sig', createHmac('sha1', key).update(`_session=${cookie}`).digest('base64url'), '/');
  for (const one of [owner, manager]) await store(`other ${one.accountId}`, otherSession(one), one.accountId);
}

/** The manager connects the application of others. */
async function connect({ adapters, manager, repricer }: Team): Promise<void> {
  const [accountId, clientId, grantId] = [manager.id, repricer.client.client_id, `grant ${manager.id}`];
  await adapters('Grant').upsert(grantId, { accountId, clientId, openid: { scope: MANAGER_SCOPE } }, 3600);
  await adapters('RefreshToken').upsert(refreshToken(manager), { accountId, clientId, grantId }, 3600);
}

export const isSessionLive = async ({ db }: TestIdp, uid: string): Promise<boolean> =>
  (await db.get("SELECT 1 AS one FROM idp_record WHERE kind = 'Session' AND uid = $1", [digest(uid)])) !== undefined;
