import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { textOf } from '../node/file-text.js';
import { fileTokenStore } from '../node/file-token-store.js';
import { replaceFile } from '../node/replace-file.js';
import { Problem, usageProblem } from './problem.js';
export class Profile {
    name;
    folder;
    constructor(environment, name = environment.MARKETPLACE_SELLER_PROFILE || 'default') {
        if (!/^[\w-]{1,64}$/.test(name))
            throw usageProblem(`--profile must be 1 to 64 letters, digits, - and _, not "${name}".`);
        this.name = name;
        this.folder = join(homeOf(environment), name);
    }
    get tokens() {
        return fileTokenStore(this.#file('tokens.json'));
    }
    async signIn() {
        const text = await textOf(this.#file('sign-in.json'));
        if (text === '')
            return undefined;
        try {
            const { url, clientId, ...rest } = Object(JSON.parse(text));
            if (typeof url === 'string' && typeof clientId === 'string')
                return { url, clientId, ...rest };
        }
        catch {
        }
        throw new Problem(`${this.#file('sign-in.json')} cannot be read.`, 'Sign in again: marketplace-seller login URL');
    }
    async store(signIn) {
        await replaceFile(this.#file('sign-in.json'), `${JSON.stringify(signIn)}\n`);
    }
    async remove() {
        const existed = (await textOf(this.#file('tokens.json'))) !== '';
        for (const name of ['tokens.json', 'tokens.json.lock', 'sign-in.json'])
            await rm(this.#file(name), { force: true });
        return existed;
    }
    #file(name) {
        return join(this.folder, name);
    }
}
function homeOf({ MARKETPLACE_SELLER_HOME, XDG_CONFIG_HOME, APPDATA }) {
    if (MARKETPLACE_SELLER_HOME)
        return MARKETPLACE_SELLER_HOME;
    const base = platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
    return join(base || join(homedir(), '.config'), 'marketplace-seller');
}
