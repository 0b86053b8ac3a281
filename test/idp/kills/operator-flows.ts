import assert from 'node:assert/strict';
import { approveFactorHelp } from '../../../src/idp/factors/factor-help.ts';
import { addApp } from '../factors/person.ts';
import { basic, serviceClient } from '../harness.ts';
import { type Flow, type Place, placeOf } from './flow.ts';
import { NEW_CONNECTION, type Team } from './team.ts';

/* What the operator does, by the API and by commands. */

const asked =
  (operation: string, asks: (team: Team) => object, operatorId = 'olga') =>
  async (team: Team, { issuer }: Place): Promise<void> => {
    const answer = await fetch(`${issuer}/token/operator`, {
      method: 'POST',
      headers: {
        ...basic(serviceClient.id, serviceClient.secret),
        ...NEW_CONNECTION,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        operation,
        asks: asks(team),
        actor: { id: operatorId, from: '192.0.2.1', requestId: 'request' },
      }),
    });
    assert.equal(answer.status, 200, await answer.text());
  };

const disableSeller = (isDisabled: boolean) => asked('changeSeller', ({ sellerId }) => ({ sellerId, isDisabled }));
const disableAccount = (isDisabled: boolean) =>
  asked('changeAccount', ({ manager }) => ({ accountId: manager.accountId, isDisabled }));
const help = (operatorId: string) =>
  asked('helpWithFactors', ({ owner }) => ({ accountId: owner.accountId, stop: false }), operatorId);

const atHome = (act: (team: Team, place: Place) => Promise<void>) => (team: Team) => act(team, placeOf(team));

const giveApp = ({ idp, owner }: Team) => addApp(idp, owner.accountId);

export const operatorFlows: readonly Flow[] = [
  {
    title: 'inviting the first owner of a seller',
    // Everybody has left.
    prepare: async ({ idp, sellerId }) => idp.db.run('DELETE FROM idp_member WHERE seller_id = $1', [sellerId]),
    act: asked('inviteOwner', ({ sellerId }) => ({
      ...{ sellerId, email: `first-${sellerId}@y.example`, key: `invite ${sellerId}` },
    })),
  },
  { title: 'disabling a seller', act: disableSeller(true) },
  { title: 'enabling a seller', prepare: atHome(disableSeller(true)), act: disableSeller(false) },
  { title: 'disabling an account', act: disableAccount(true) },
  { title: 'enabling an account', prepare: atHome(disableAccount(true)), act: disableAccount(false) },
  {
    title: 'verifying an application',
    act: asked('changeApplication', ({ ownApplicationId }) => ({ clientId: ownApplicationId, isVerified: true })),
  },
  // One operator who repeats it is still one.
  { title: 'asking for help with lost factors', prepare: giveApp, act: help('olga') },
  {
    title: 'removing lost factors as the second operator',
    prepare: async (team) => {
      await giveApp(team);
      await atHome(help('olga'))(team);
    },
    act: help('otto'),
    whenDone: async ({ idp, owner }) => {
      const step = {
        accountId: owner.accountId,
        now: Date.now(),
        from: '::1',
        who: { type: 'operator', id: 'otto' },
      } as const;
      assert.equal(await idp.db.transaction((tx) => approveFactorHelp(tx, step)), 'no request');
    },
  },
];

export const commandFlows: readonly Flow[] = [
  {
    title: 'rotating a secret by a command',
    command: ({ ownApplicationId }) => ['rotate-secret', ownApplicationId],
    // The secret in use goes on, and another one is shown.
    whenDone: async ({ idp, ownApplicationId }) => {
      const live =
        'SELECT 1 AS one FROM idp_client_secret WHERE client_id = $1 AND (expires_at IS NULL OR expires_at > $2)';
      assert.equal((await idp.db.all(live, [ownApplicationId, Date.now()])).length, 2);
    },
  },
  {
    title: 'giving a member a lower role by a command',
    command: ({ manager }) => ['set-role', manager.email, '--role', 'analyst'],
    whenDone: async () => {},
  },
  { title: 'disabling a seller by a command', command: ({ sellerId }) => ['disable-seller', sellerId] },
  { title: 'disabling a sign-in by a command', command: ({ manager }) => ['disable', manager.email] },
  { title: 'verifying an application by a command', command: ({ ownApplicationId }) => ['verify', ownApplicationId] },
];
