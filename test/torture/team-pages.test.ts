import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Db } from '../../src/db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../../src/domain/authorization/console-client.ts';
import { insertClient } from '../../src/idp/clients.ts';
import { invitationLink, invite, openInvitations } from '../../src/idp/invitations.ts';
import { insertMember } from '../../src/idp/members.ts';
import { hashPassword } from '../../src/idp/password-hash.ts';
import { onEngine } from '../db/engines.ts';
import { looksRight } from '../e2e/account-pages/page-looks.ts';
import { launchBrowser } from '../harness/browser.ts';
import { freshDb, startTestIdp, type TestIdp } from '../idp/harness.ts';
import { makerOf, person, SELLER } from '../idp/people.ts';

const PASSWORD = 'amber kettle orbit lanes';
const consoleUrl = 'https://sellers.example/console';

onEngine('sqlite', 'the pages of a team in a browser', (engine) => {
  let browser: Browser;
  let idp: TestIdp;
  let db: Db;
  const ids: Record<string, string> = {};

  before(async () => {
    browser = await launchBrowser();
    db = await freshDb(engine);
    idp = await startTestIdp(db, { consoleUrl: () => consoleUrl });
    const passwordHash = await hashPassword(PASSWORD);
    ids.ann = await person(db, 'ann', 'owner', { passwordHash });
    ids.max = await person(db, 'maximilian.of-a-long-name.in-the-north', 'manager');
    ids.ada = await person(db, 'ada', 'analyst', { passwordHash });
    const other = { sellerId: 'A9OTHERSELLER', accountId: 'person-ann', role: 'analyst', createdAt: 1 } as const;
    await db.transaction((tx) => insertMember(tx, other));
    await db.run("UPDATE idp_account SET signed_in_at = $1 WHERE id = 'person-ada'", [Date.now()]);
    for (const name of ['Repricer of a partner', 'Stock tool'])
      await db.run(
        `INSERT INTO idp_record (kind, id, payload, grant_id, account_id, client_id, created_at, expires_at)
         VALUES ('Grant', $1, '{}', $1, $2, $1, $3, $4)`,
        [name, ids.max, Date.now(), Date.now() + 1e9],
      );
    const own = { id: 'own', kind: 'seller', name: 'Own ERP', sellerId: SELLER, metadata: {}, secret: 's' } as const;
    await insertClient(db, { ...own, createdAt: Date.now(), createdBy: ids.max });
  });
  after(async () => {
    await browser.close();
    await idp.close();
  });

  async function invited(email: string): Promise<string> {
    const maker = makerOf(ids.ann ?? '', Date.now());
    assert.equal(await invite(db, { sellerId: SELLER, email, role: 'developer' }, maker), 'invited');
    const open = (await openInvitations(db, SELLER, Date.now())).find((one) => one.email === email);
    return `${idp.issuer}/invitation?token=${(await invitationLink(db, open?.id ?? '', Date.now()))?.token}`;
  }

  async function signIn(page: Page, name: string): Promise<void> {
    await page.getByLabel('E-mail address').fill(`${name}@x.example`);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  test('the owner invites, changes and removes people', async () => {
    const page = await (await browser.newContext()).newPage();
    await invited('newcomer@y.example');
    await page.goto(`${idp.issuer}/account/team?seller=${SELLER}`);
    await signIn(page, 'ann');
    await page.getByRole('heading', { name: 'Team', exact: true }).waitFor();
    // The page keeps the seller of its address over the sign-in. The first by id would be the other one.
    await page.getByRole('link', { name: 'A9OTHERSELLER' }).waitFor();
    await page.getByText('Open invitations').waitFor();
    await looksRight(page, 'team');
    await page.getByRole('link', { name: 'Invite somebody' }).click();
    await looksRight(page, 'invite');
    await page.getByLabel('E-mail address').fill('ada@x.example');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('alert').getByText('a member already').waitFor();
    await looksRight(page, 'invite-refused');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Change ada@x.example' }).click();
    await looksRight(page, 'member');
    await page.getByLabel('Role', { exact: true }).selectOption('developer');
    await page.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('status').getByText('The role was changed').waitFor();
    await looksRight(page, 'team-changed');
    await page.getByRole('link', { name: /^Change maximilian/ }).click();
    await page.getByRole('link', { name: /^Remove maximilian/ }).click();
    await looksRight(page, 'remove');
    await page
      .getByRole('group', { name: /^Stock tool/ })
      .getByLabel('Take over')
      .check();
    await page.getByRole('button', { name: 'Remove from the team' }).click();
    await page.getByRole('status').getByText('The member was removed').waitFor();
    const grants = await db.all<{ id: string; account_id: string }>(
      "SELECT id, account_id FROM idp_record WHERE kind = 'Grant'",
    );
    assert.deepEqual(
      grants.map(({ id, account_id }) => [id, account_id]),
      [['Stock tool', ids.ann]],
    );
    await page.getByRole('button', { name: 'Withdraw the invitation of newcomer@y.example' }).click();
    await page.getByRole('status').getByText('The invitation was withdrawn').waitFor();
    await page.context().close();
  });

  test('a member sees its own role, and leaves', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${idp.issuer}/account/team`);
    await signIn(page, 'ada');
    await page.getByText('Your role').waitFor();
    await looksRight(page, 'own-role');
    await page.getByRole('link', { name: 'Leave the team' }).click();
    await looksRight(page, 'leave');
    await page.getByRole('button', { name: 'Leave the team' }).click();
    await page.getByText('You work for no seller now').waitFor();
    await looksRight(page, 'no-seller');
    await page.context().close();
  });

  test('an invited person joins: with a new password, or with a sign-in', async () => {
    const page = await (await browser.newContext()).newPage();
    const link = await invited('guest@y.example');
    await page.goto(link);
    assert.equal(page.url(), `${idp.issuer}/invitation`);
    await looksRight(page, 'invitation-new');
    await page.getByLabel('New password').fill('guestguestguest');
    await page.getByRole('button', { name: 'Join the team' }).click();
    await page.getByRole('alert').waitFor();
    await looksRight(page, 'invitation-weak');
    await page.getByLabel('New password').fill('violet harbour ninety spoons');
    await page.getByRole('button', { name: 'Join the team' }).click();
    await page.getByRole('status').getByText('Your sign-in was created').waitFor();
    await looksRight(page, 'invitation-done');
    await page.goto(link);
    await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
    await looksRight(page, 'invitation-dead');
    await page.goto(await invited('ada@x.example'));
    await looksRight(page, 'invitation-sign-in');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, 'ada');
    await looksRight(page, 'invitation-join');
    await page.getByRole('button', { name: 'Join the team' }).click();
    await page.getByRole('status').getByText('You joined the team').waitFor();
    await page.context().close();
  });

  test('a person with several sellers chooses one', async () => {
    const page = await (await browser.newContext()).newPage();
    const url = new URL(`${idp.issuer}/auth`);
    for (const [name, value] of Object.entries({
      response_type: 'code',
      client_id: EMBEDDED_CONSOLE_CLIENT,
      redirect_uri: `${consoleUrl}/callback`,
      scope: 'seller-api:pricing:read',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    }))
      url.searchParams.set(name, value);
    await page.goto(url.href);
    await signIn(page, 'ann');
    await page.getByRole('heading', { name: 'Choose a seller' }).waitFor();
    await looksRight(page, 'choose-seller');
    await page.getByRole('button', { name: /^S1/ }).click();
    await page.getByRole('heading', { name: 'Connect Seller console?' }).waitFor();
    await page.context().close();
  });
});
