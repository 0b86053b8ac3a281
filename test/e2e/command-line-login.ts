import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Begun, CommandLine } from '../harness/command-line.ts';
import { TestBrowser } from '../idp/browser.ts';

/** Sign-ins of the command line at the embedded provider of a running demo. */
export function testCommandLineLogin(addresses: () => { base: string; issuer: string }): void {
  describe('login', () => {
    let person: CommandLine;
    before(() => {
      person = new CommandLine();
    });
    after(() => person.remove());

    /** The person opens the printed address and signs in. Ends where the browser would go back to the command line. */
    async function comeBack(program: Begun, choose: 'allow' | 'deny', rights?: string[]): Promise<string> {
      await waitFor(program, /\/auth\/v4\/authorize/);
      const [url = ''] = /http:\S+\/auth\/v4\/authorize\?\S+/.exec(program.stderr) ?? [];
      const browser = new TestBrowser(addresses().issuer);
      const consent = await browser.signIn(await browser.go(url));
      return (await (choose === 'deny' ? browser.deny(consent) : browser.allow(consent, rights))).url;
    }

    test('a person signs in in the browser; the tokens are in a file for its owner alone, and nowhere else', async () => {
      const { base } = addresses();
      const none = await person.run('fees', 'DEMO-SKU-1');
      assert.deepEqual([none.code, none.stdout], [3, '']);
      assert.match(none.stderr, /Nobody is signed in\.\nSign in: marketplace-seller login URL/);

      const program = person.start('login', base, '--no-browser');
      const callback = new URL(await comeBack(program, 'allow'));
      assert.match(callback.href, /^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
      // Others on this machine cannot end or replace the sign-in.
      for (const path of ['/', '/callback', '/callback?state=guess&code=guess', '/favicon.ico'])
        assert.equal((await fetch(new URL(path, callback))).status, 404);
      const page = await fetch(callback);
      assert.match(await page.text(), /You are signed in/);
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.equal(await program.ended(), 0, program.stderr);
      assert.match(
        program.stdout,
        /^Seller +A1DEMOSELLER\nAccess +signed in, seller-command-line\nRights +seller-api:pricing:read /m,
      );

      const folder = join(person.home, 'default');
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
      const stored = JSON.parse(readFileSync(join(folder, 'tokens.json'), 'utf8')) as Record<string, string>;
      const [who, fees] = [await person.run('whoami', '--json'), await person.run('fees', 'DEMO-SKU-1')];
      assert.deepEqual([who.code, fees.code], [0, 0]);
      const printed = [program.stdout, program.stderr, who.stdout, who.stderr, fees.stdout].join('');
      for (const token of [stored.refreshToken, stored.accessToken]) assert.ok(token && !printed.includes(token));
      assert.equal(JSON.parse(who.stdout).access, 'signed in');
    });

    test('a right that is given by name is asked for by name', async () => {
      const { base } = addresses();
      const refused = await person.run('prices', 'set', 'DEMO-SKU-14', '--match');
      assert.equal(refused.code, 3, refused.stderr);
      assert.match(refused.stderr, /seller-api:pricing:write.*\n.*login --right/);
      const program = person.begin('login', base, '--no-browser', '--right', 'seller-api:pricing:write', '--json');
      const rights = ['pricing:read', 'notifications:read', 'pricing:write'].map((right) => `seller-api:${right}`);
      await fetch(await comeBack(program, 'allow', rights));
      assert.equal(await program.ended(), 0, program.stderr);
      assert.deepEqual(JSON.parse(program.stdout).rights.toSorted(), rights.toSorted());
      // Nothing is changed: the price is not that of a listing.
      assert.equal((await person.run('prices', 'set', 'NOPE=1')).code, 5);
    });

    test('a person who denies is not signed in; the former sign-in stays until logout', async () => {
      const { base, issuer } = addresses();
      const program = person.begin('login', base, '--no-browser');
      assert.equal((await fetch(await comeBack(program, 'deny'))).status, 400);
      assert.equal(await program.ended(), 1);
      assert.match(program.stderr, /Error: The application was not authorized\./);
      assert.equal((await person.run('whoami')).code, 0);
      const out = await person.run('logout');
      assert.deepEqual([out.code, out.stdout], [0, 'You are signed out.\n']);
      assert.ok(out.stderr.includes(`${issuer}/grants`), out.stderr);
      assert.equal((await person.run('whoami')).code, 3);
      assert.equal((await person.run('logout')).stdout, 'Nobody was signed in.\n');
    });

    test('login ends with a signal, and with another issuer than that of the service', async () => {
      const { base } = addresses();
      const waiting = person.begin('login', base, '--no-browser');
      await waitFor(waiting, /authorize/);
      waiting.signal('SIGINT');
      assert.equal(await waiting.ended(), 130);
      const other = person.begin('login', base, '--no-browser', '--issuer', 'http://127.0.0.1:1');
      await fetch(await comeBack(other, 'allow'));
      assert.equal(await other.ended(), 1);
      assert.match(other.stderr, /iss is not the issuer/);
    });
  });
}

/** What is for people is on the standard error. */
async function waitFor(program: Begun, pattern: RegExp): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!pattern.test(program.stderr)) {
    if (performance.now() > deadline) throw new Error(`no ${pattern}: ${program.stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
