import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { BASIC_RIGHTS, NAMED_RIGHTS, SELLER_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { runClientCommand } from '../../src/idp/commands.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { basic, freshDb, introspect, postForm, register, startTestIdp, type TestIdp } from './harness.ts';

const [CHANGE, LIMITS, COSTS] = NAMED_RIGHTS;
const BASIC = BASIC_RIGHTS.join(' ');

withEnginesInTorture('rights of a seller’s own application (decision 51)', (engine) => {
  let idp: TestIdp;
  const entries: [string, unknown][] = [];
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { demo: true });
  });
  after(() => idp.close());

  async function run(...args: string[]) {
    let text = '';
    const record = async (_tx: unknown, operation: string, details: unknown) => void entries.push([operation, details]);
    const code = await runClientCommand(idp.db, args, { write: (piece: string) => (text += piece) }, { record });
    return { code, text };
  }

  /** A new application, and what asks for its next token. */
  async function added(...flags: string[]) {
    const { code, text } = await run('add', '--seller', 'A9', ...flags);
    assert.equal(code, 0, text);
    const [, id = ''] = /client_id +(\w+)/.exec(text) ?? [];
    const [, secret = ''] = /client_secret +(\w+)/.exec(text) ?? [];
    const token = async (fields: Record<string, string> = {}) => {
      const form = { grant_type: 'client_credentials', ...fields };
      const answer = (await (await postForm(`${idp.issuer}/token`, form, basic(id, secret))).json()) as object;
      assert.deepEqual(Object.keys(answer).sort(), ['access_token', 'expires_in', 'token_type']);
      return (answer as { access_token: string }).access_token;
    };
    return { id, token };
  }

  it('an application of the operator has the rights of its list, operator:market:write without one', async () => {
    const { code, text } = await run(
      'add',
      '--operator',
      '--id',
      'desk',
      '--rights',
      'operator:sellers:read,operator:support',
    );
    assert.equal(code, 0, text);
    const [, secret = ''] = /client_secret +(\w+)/.exec(text) ?? [];
    const ask = async (id: string, word: string) => {
      const answer = await postForm(`${idp.issuer}/token`, { grant_type: 'client_credentials' }, basic(id, word));
      return ((await answer.json()) as { access_token: string }).access_token;
    };
    const rightsOf = async (token: string) => {
      const { rights, scope, seller_id } = await introspect(idp, token);
      assert.deepEqual(
        [
          seller_id,
          String(scope ?? '')
            .split(' ')
            .join(),
        ],
        [undefined, [rights].flat().join()],
      );
      return rights;
    };
    assert.deepEqual(await rightsOf(await ask('demooperator', 'demooperatorsecret')), ['operator:market:write']);
    const token = await ask('desk', secret);
    assert.deepEqual(await rightsOf(token), ['operator:sellers:read', 'operator:support']);
    const changed = await run(
      'set-operator-rights',
      'desk',
      '--rights',
      'operator:sellers:read operator:sellers:write',
    );
    assert.equal(changed.code, 0);
    assert.deepEqual(await rightsOf(token), ['operator:sellers:read'], 'what was given counts in the next token');
    assert.deepEqual(await rightsOf(await ask('desk', secret)), ['operator:sellers:read', 'operator:sellers:write']);
    for (const args of [
      ['nobody', '--rights', 'operator:admin'],
      ['demoseller', '--rights', 'operator:admin'],
    ])
      assert.equal((await run('set-operator-rights', ...args)).code, 1);
    for (const list of ['', 'seller-api:pricing:read', 'operator:all'])
      assert.equal((await run('add', '--operator', '--rights', list)).code, 2);
    assert.equal((await run('add', '--seller', 'A9', '--rights', 'operator:admin')).code, 2);
  });

  it('without a list it has the basic ones, also when it asks for every right by name', async () => {
    const { token } = await added();
    for (const scope of [undefined, '', SELLER_RIGHTS.join(' '), CHANGE, 'operator:market:write']) {
      const claims = await introspect(idp, await token(scope === undefined ? {} : { scope }));
      assert.equal(claims.scope, BASIC);
      assert.equal(claims.rights, undefined);
    }
  });

  it('with a list it has exactly the basic ones and those, and the claim `rights` names them', async () => {
    const { token } = await added('--rights', `${COSTS},${CHANGE}`);
    for (const scope of ['', BASIC_RIGHTS[0], LIMITS]) {
      const claims = await introspect(idp, await token({ scope }));
      assert.equal(claims.scope, `${BASIC} ${CHANGE} ${COSTS}`);
      assert.deepEqual(claims.rights, [CHANGE, COSTS]);
    }
  });

  it('a right that is taken is lost to tokens at once; one that is given counts in the next token only', async () => {
    const { id, token } = await added('--rights', CHANGE);
    const first = await token();
    assert.match((await run('rights', id, '--add', LIMITS, '--remove', CHANGE)).text, /lose what was removed/);
    assert.equal((await introspect(idp, first)).scope, BASIC);
    assert.equal((await introspect(idp, first)).rights, undefined);
    assert.equal((await introspect(idp, await token())).scope, `${BASIC} ${LIMITS}`);
    const again = await run('rights', id, '--add', CHANGE, '--remove', LIMITS);
    assert.equal(again.text.split('\n')[0], `${id} has ${[...BASIC_RIGHTS, CHANGE].join(', ')}.`);
    assert.equal((await introspect(idp, first)).scope, `${BASIC} ${CHANGE}`, 'the token had it before');
  });

  it('each change is in the audit log, and none without one', async () => {
    const { id } = await added('--rights', COSTS);
    const made = { id, kind: 'seller', sellerId: 'A9', rights: [...BASIC_RIGHTS, COSTS] };
    assert.deepEqual(entries.at(-1), ['client add', made]);
    await run('rights', id, '--remove', COSTS);
    const change = { id, sellerId: 'A9', before: [...BASIC_RIGHTS, COSTS], after: [...BASIC_RIGHTS] };
    assert.deepEqual(entries.at(-1), ['client rights', change]);
    const count = entries.length;
    for (const flags of [[], ['--remove', COSTS]]) assert.equal((await run('rights', id, ...flags)).code, 0);
    assert.equal(entries.length, count);
  });

  it('of two changes at once neither is lost', async () => {
    const { id, token } = await added();
    await Promise.all(NAMED_RIGHTS.map((right) => run('rights', id, '--add', right)));
    assert.equal((await introspect(idp, await token())).scope, SELLER_RIGHTS.join(' '));
  });

  it('only a seller’s own application has them: not one that registered itself, nor the operator’s', async () => {
    const { body } = await register(idp, { redirect_uris: ['https://app.example/callback'] });
    for (const id of [String(body.client_id), 'demooperator', 'seller-console', 'nobody'])
      assert.equal((await run('rights', id, '--add', CHANGE)).code, 1, id);
    for (const args of [
      ['add', '--operator', '--rights', CHANGE],
      ['add', '--seller', 'A9', '--rights', ''],
      ['add', '--seller', 'A9', '--rights', 'operator:market:write'],
      ['rights', 'demoseller', '--remove', BASIC_RIGHTS[0]],
      ['rights', 'demoseller', '--add', CHANGE, '--remove', CHANGE],
      ['rights'],
    ])
      assert.equal((await run(...args)).code, 2, args.join(' '));
    for (const field of ['rights', 'right']) {
      const answer = await register(idp, { redirect_uris: ['https://app.example/callback'], [field]: [CHANGE] });
      assert.equal(answer.status, 400, field);
    }
  });
});
