import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import type { TokenStore } from '../credentials.ts';
import { textOf } from '../node/file-text.ts';
import { fileTokenStore } from '../node/file-token-store.ts';
import { replaceFile } from '../node/replace-file.ts';
import { Problem, usageProblem } from './problem.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a sign-in was: nothing of it is secret. The tokens are in a file of their own. */
export type SignIn = {
  readonly url: string;
  readonly clientId: string;
  readonly grantsUrl?: string;
  readonly scope?: string;
};

/** The folder of one sign-in. Only its owner may read what is in it. */
export class Profile {
  readonly name: string;
  readonly folder: string;

  constructor(environment: Environment, name: string = environment.MARKETPLACE_SELLER_PROFILE || 'default') {
    if (!/^[\w-]{1,64}$/.test(name))
      throw usageProblem(`--profile must be 1 to 64 letters, digits, - and _, not "${name}".`);
    this.name = name;
    this.folder = join(homeOf(environment), name);
  }

  get tokens(): TokenStore {
    return fileTokenStore(this.#file('tokens.json'));
  }

  async signIn(): Promise<SignIn | undefined> {
    const text = await textOf(this.#file('sign-in.json'));
    if (text === '') return undefined;
    try {
      const { url, clientId, ...rest } = Object(JSON.parse(text)) as SignIn;
      if (typeof url === 'string' && typeof clientId === 'string') return { url, clientId, ...rest };
    } catch {
      // Said below, without the text.
    }
    throw new Problem(`${this.#file('sign-in.json')} cannot be read.`, 'Sign in again: marketplace-seller login URL');
  }

  async store(signIn: SignIn): Promise<void> {
    await replaceFile(this.#file('sign-in.json'), `${JSON.stringify(signIn)}\n`);
  }

  /** False when there was none. */
  async remove(): Promise<boolean> {
    const existed = (await textOf(this.#file('tokens.json'))) !== '';
    for (const name of ['tokens.json', 'tokens.json.lock', 'sign-in.json']) await rm(this.#file(name), { force: true });
    return existed;
  }

  #file(name: string): string {
    return join(this.folder, name);
  }
}

function homeOf({ MARKETPLACE_SELLER_HOME, XDG_CONFIG_HOME, APPDATA }: Environment): string {
  if (MARKETPLACE_SELLER_HOME) return MARKETPLACE_SELLER_HOME;
  const base = platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return join(base || join(homedir(), '.config'), 'marketplace-seller');
}
