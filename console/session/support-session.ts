import { leave } from './leaving.ts';
import type { Session } from './session.ts';
import type { SessionView } from './session-state.ts';
import { SignInError } from './sign-in-error.ts';
import type { SignInSettings } from './sign-in-settings.ts';
import { dropSupportTab, type HandedSupport, leaveSupport, receiveSupport } from './support-tab.ts';

/** What the pages need of a session. */
export type PageSession = Pick<
  Session,
  | 'view'
  | 'onChange'
  | 'start'
  | 'token'
  | 'silentSignIn'
  | 'signIn'
  | 'signInAgain'
  | 'switchSeller'
  | 'signInInWindow'
  | 'renewInFrame'
  | 'signOut'
>;

/** The session of a support tab: one token, without renewal. When it ends, the tab shows nothing of the seller any more. */
export class SupportSession implements PageSession {
  readonly #settings: SignInSettings;
  readonly #listeners = new Set<(view: SessionView) => void>();
  #view: SessionView = { state: 'starting', isSupport: true };
  #handed: HandedSupport | undefined;

  constructor(settings: SignInSettings) {
    this.#settings = settings;
  }

  get view(): SessionView {
    return this.#view;
  }

  onChange(listener: (view: SessionView) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    const handed = await receiveSupport();
    const leftMs = Date.parse(handed?.until ?? '') - Date.now();
    if (handed === undefined || !(leftMs > 0)) return this.#end();
    this.#handed = handed;
    setTimeout(() => this.#end(), leftMs);
    const { sellerId, reason, until } = handed;
    this.#show({ state: 'signed-in', isSupport: true, seller: sellerId, support: { sellerId, reason, until } });
  }

  async token({ rejected }: { readonly rejected?: string } = {}): Promise<string> {
    if (rejected !== undefined && rejected === this.#handed?.token) this.#end();
    if (this.#handed === undefined) throw new SignInError('needs-seller', 'The support session has ended.');
    return this.#handed.token;
  }

  /** As an ordinary tab: who signs in there is a person of a seller. */
  signIn(): Promise<void> {
    dropSupportTab();
    return leave(this.#settings.path);
  }

  silentSignIn(): Promise<void> {
    return this.signIn();
  }

  signInAgain(): Promise<void> {
    return this.signIn();
  }

  switchSeller(): Promise<void> {
    return this.signIn();
  }

  signInInWindow(): boolean {
    return false;
  }

  async renewInFrame(): Promise<void> {
    this.#end();
  }

  /** Ends the session: the operator console that has begun it tells the service. */
  signOut(): void {
    leaveSupport();
    this.#end();
  }

  #end(): void {
    this.#handed = undefined;
    this.#show({ state: 'signed-out', isSupport: true });
  }

  #show(view: SessionView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener(view);
  }
}
