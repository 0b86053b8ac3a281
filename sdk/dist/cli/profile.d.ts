import type { TokenStore } from '../credentials.ts';
type Environment = Readonly<Record<string, string | undefined>>;
/** What a sign-in was: nothing of it is secret. The tokens are in a file of their own. */
export type SignIn = {
    readonly url: string;
    readonly clientId: string;
    readonly grantsUrl?: string;
    readonly scope?: string;
};
/** The folder of one sign-in. Only its owner may read what is in it. */
export declare class Profile {
    #private;
    readonly name: string;
    readonly folder: string;
    constructor(environment: Environment, name?: string);
    get tokens(): TokenStore;
    signIn(): Promise<SignIn | undefined>;
    store(signIn: SignIn): Promise<void>;
    /** False when there was none. */
    remove(): Promise<boolean>;
}
export {};
