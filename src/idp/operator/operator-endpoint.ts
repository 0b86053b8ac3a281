import type { IncomingMessage } from 'node:http';
import type { Db } from '../../db/db.ts';
import type {
  OperatorActor,
  OperatorOperation,
  OperatorOperations,
  OperatorRefusal,
} from '../../domain/accounts/operator-operations.ts';
import { shownSupport } from '../../domain/accounts/support-session.ts';
import { isObject } from '../../domain/is-object.ts';
import { accountById } from '../accounts.ts';
import { type Answer, badServiceRequest, serviceRequest } from '../service-endpoint.ts';
import { signInsOf } from '../sign-in-attempts.ts';
import { beginSupport, endSellerSupport, endSupport } from '../support/support-changes.ts';
import { supportSessions } from '../support/support-sessions.ts';
import { applicationsAfter } from './application-accounts.ts';
import { helpWithFactors, waitingHelpAfter } from './factor-help.ts';
import { grantsOf } from './grants-of.ts';
import { actorIdsBy, actorsWithIds, sellerActorsWithIds } from './known-actors.ts';
import { changeAccount, changeApplication, changeSeller, type OperatorContext } from './operator-changes.ts';
import { changeOperator, inviteOperator, operatorsAfter } from './operator-team.ts';
import { inviteOwner } from './owner-invitation.ts';
import { sellerById, sellersAfter } from './seller-accounts.ts';

type Operations = {
  [Operation in OperatorOperation]: (
    context: OperatorContext,
    asks: OperatorOperations[Operation]['asks'],
  ) => Promise<OperatorOperations[Operation]['gives'] | OperatorRefusal | undefined>;
};

const operations: Operations = {
  listSellers: async ({ db }, { after, limit }) => ({ sellers: await sellersAfter(db, after, limit) }),
  getSeller: ({ db }, { sellerId }) => sellerById(db, sellerId),
  changeSeller,
  inviteOwner,
  listSignIns: async ({ db }, asked) => ({ signIns: await signInsOf(db, asked) }),
  helpWithFactors,
  listFactorHelp: async ({ db }, { after, limit }) => ({ waiting: await waitingHelpAfter(db, after, limit) }),
  listOperators: async ({ db }, { after, limit }) => ({ operators: await operatorsAfter(db, after, limit) }),
  inviteOperator,
  changeOperator,
  changeAccount,
  listApplications: async ({ db }, asked) => ({ applications: await applicationsAfter(db, asked) }),
  listGrants: async ({ db, nowMs }, { sellerId }) => {
    const seller = await sellerById(db, sellerId);
    return seller && { grants: await grantsOf(db, sellerId, nowMs) };
  },
  changeApplication,
  beginSupport,
  listSupport: async ({ db, nowMs }, asked) => ({
    sessions: (await supportSessions(db, asked)).map((one) => shownSupport(one, nowMs)),
  }),
  endSupport,
  endSellerSupport,
  nameActors: async ({ db }, asked) => ({ actors: await actorsWithIds(db, asked) }),
  nameSellerActors: async ({ db }, asked) => ({ actors: await sellerActorsWithIds(db, asked) }),
  findActors: async ({ db }, asked) => ({ ids: await actorIdsBy(db, asked) }),
};

type Parts = {
  db: Db;
  serviceClient: { id: string; secret: string };
  now: () => number;
  wakeMail: () => void;
  demoAnywhere: boolean;
};

/** What changes nothing. */
const READS: ReadonlySet<string> = new Set<OperatorOperation>([
  ...([
    'listSellers',
    'getSeller',
    'listSignIns',
    'listFactorHelp',
    'listOperators',
    'listApplications',
    'listGrants',
    'listSupport',
    'nameActors',
    'nameSellerActors',
    'findActors',
  ] as const),
]);

const PUBLIC_DEMO: OperatorRefusal = {
  refused: 'conflict',
  message: 'The operator of a public demo changes no sellers, people or applications.',
  details: 'Everybody knows its password (DEMO_ANYWHERE). What it could change would outlast the demo.',
};

/** Does what the operator asks for by the API of the service (decision 55). Answers only the service, which has checked the rights. */
export async function operatorRequest(
  req: IncomingMessage,
  { db, serviceClient, now, wakeMail, demoAnywhere }: Parts,
): Promise<Answer> {
  const request = await serviceRequest(req, serviceClient);
  if ('refusal' in request) return request.refusal;
  const { operation, asks, actor } = isObject(request.value) ? request.value : {};
  if (typeof operation !== 'string' || !Object.hasOwn(operations, operation) || !isObject(asks) || !isActor(actor))
    return badServiceRequest('operation, asks and actor must be those of an operation');
  if (demoAnywhere && !READS.has(operation) && (await accountById(db, actor.id))?.demo)
    return { status: 409, body: PUBLIC_DEMO };
  const run = operations[operation as OperatorOperation] as (
    context: OperatorContext,
    asks: unknown,
  ) => Promise<object | undefined>;
  const given = await run({ db, nowMs: now(), actor, wakeMail }, asks);
  if (given === undefined) return { status: 404, body: { error: 'not_found' } };
  return { status: 'refused' in given ? 409 : 200, body: given };
}

const isActor = (value: unknown): value is OperatorActor =>
  isObject(value as never) &&
  ['id', 'from', 'requestId'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string');
