import type { AccessToken } from './authorization.ts';
import { firstToken } from './first-token.ts';
import { type HeldToken, isFresh, renewalDelayMs, sendable } from './held-token.ts';
import { leaveForProvider } from './leaving.ts';
import type { SessionView } from './session-state.ts';
import { framedIssuer, isSignedOut, lastSignIn, onOtherTab, rememberSignIn, rememberSignOut } from './session-store.ts';
import { SignInError } from './sign-in-error.ts';
import { failureOf, problemText } from './sign-in-failure.ts';
import type { SignInSettings } from './sign-in-settings.ts';
import { SignInWindow } from './sign-in-window.ts';
import { tokenInFrame } from './token-in-frame.ts';
import { dropSeller, rememberSeller } from './wanted-seller.ts';

/** After a renewal that failed for the moment. */
const RETRY_MS = 15_000;

/** The seller's session in this page. The access token is in this object and nowhere else. */
export class Session {
  readonly #settings: SignInSettings;
  readonly #listeners = new Set<(view: SessionView) => void>();
  #view: SessionView = { state: 'starting' };
  #token: HeldToken | undefined;
  /** Whose data this page shows: the last token that it accepted, even when that has ended. */
  #shown: Pick<AccessToken, 'seller' | 'holder'> | undefined;
  #signInSeen: string | null = null;
  #renewing: Promise<void> | undefined;
  #renewalTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #window: SignInWindow;

  constructor(settings: SignInSettings) {
    this.#settings = settings;
    this.#window = new SignInWindow(settings, {
      onToken: (token) => this.#accept(token, true),
      onProblem: (problem) => this.#show({ ...this.#view, problem }),
    });
    onOtherTab((change) => {
      if (change === 'signed-out') this.#drop({ state: 'signed-out' });
      else if (this.#view.state === 'expired') void this.renewInFrame();
      // This page has nothing to lose.
      else if (this.#view.state === 'signed-out') void this.silentSignIn();
    });
    // A page that the browser has kept and shows again has missed what other pages did.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted && isSignedOut()) this.#drop({ state: 'signed-out' });
      else if (persisted && this.#shown && this.#signInSeen !== lastSignIn()) this.#startAgain();
    });
  }

  get view(): SessionView {
    return this.#view;
  }

  /** Calls back at each change, until the returned function is called. */
  onChange(listener: (view: SessionView) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * For the start of the page: takes the answer that the callback page has left, or asks the provider without a page. Asking leaves
   * this page, so it happens at most once before an answer: there is no loop.
   */
  async start(): Promise<void> {
    try {
      const first = await firstToken(this.#settings);
      if (first === 'ask') await this.silentSignIn();
      else if (first === 'signed-out') this.#show({ state: 'signed-out' });
      else this.#accept(first.token, first.isInteractive);
    } catch (error) {
      this.#drop({ state: 'signed-out', problem: problemText(error) });
    }
  }

  /**
   * Leaves for the provider, which signs in by its session or sends the browser back at once. The first visit never leaves by itself, and
   * none does when the provider may show a page of its own: the person presses "Sign in".
   */
  async silentSignIn(): Promise<void> {
    if (this.#settings.answersSilently && lastSignIn() !== null) return leaveForProvider(this.#settings, 'none');
    this.#show({ state: 'signed-out' });
  }

  /** Leaves for the provider's pages. The sign-in ends at `returnPath`, a path of the console: this page's own when absent. */
  signIn(returnPath?: string): Promise<void> {
    return leaveForProvider(this.#settings, undefined, returnPath);
  }

  /**
   * For an operation that the service refuses with `insufficient_user_authentication` (RFC 9470): the person signs in again, and comes
   * back to this page with a token of a recent sign-in.
   */
  signInAgain(returnPath?: string): Promise<void> {
    return leaveForProvider(this.#settings, 'login', returnPath);
  }

  /** Leaves for the provider, where the person chooses one of their sellers. This tab then shows that one, from its first page. */
  switchSeller(): Promise<void> {
    return leaveForProvider(this.#settings, 'select_account', this.#settings.path);
  }

  /**
   * Signs in in a window of its own, while this page keeps its state. Call it while the seller's click is handled, or the browser
   * blocks the window. False when it did. `login`: as `signInAgain`.
   */
  signInInWindow(prompt?: 'login'): boolean {
    return this.#window.open(prompt);
  }

  /** Gets the next token in a hidden frame. Concurrent calls share one frame. When it fails, the view becomes `expired`. */
  renewInFrame(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew(): Promise<void> {
    try {
      const token = await tokenInFrame(this.#settings);
      // Signed out meanwhile, perhaps in another tab.
      if (this.#view.state !== 'signed-out') this.#accept(token, false);
    } catch (error) {
      if (this.#view.state === 'signed-out') return;
      // Another provider may have shown a page in the frame: to try again would change nothing.
      const answersInFrame = this.#settings.answersSilently || framedIssuer() === this.#settings.issuer;
      const mayRecover = failureOf(error) === 'unavailable' && answersInFrame;
      // That the seller has to sign in is what the notice says already.
      const problem = failureOf(error) === 'needs-seller' || !answersInFrame ? undefined : problemText(error);
      if (!mayRecover || sendable(this.#token) === undefined) this.#expire(problem);
      if (mayRecover) this.#renewIn(RETRY_MS);
    }
  }

  /** For the SDK: a token that is likely to be valid. Throws a `SignInError` when the seller has to sign in. */
  async token({ rejected }: { readonly rejected?: string } = {}): Promise<string> {
    if (rejected !== undefined && this.#token?.value === rejected) this.#reject(this.#token);
    if (sendable(this.#token) === undefined && this.#view.state === 'signed-in') await this.renewInFrame();
    const token = sendable(this.#token);
    if (token === undefined) throw new SignInError('needs-seller', 'Sign in to go on.');
    return token;
  }

  #reject(token: HeldToken): void {
    this.#token = undefined;
    if (isFresh(token)) this.#expire('The service does not accept the sign-in.');
  }

  /**
   * Drops the token, and leads to the provider's page for signing out, if there is one. From then on no tab signs in
   * by itself until the seller does.
   */
  signOut(): void {
    rememberSignOut();
    dropSeller();
    this.#drop({ state: 'signed-out' });
    const { signOutUrl } = this.#settings;
    // Later: the page shows no data any more when the browser keeps it for "Back".
    if (signOutUrl !== undefined) setTimeout(() => location.assign(signOutUrl), 50);
  }

  /** `isInteractive`: the seller has seen the provider's pages. */
  #accept(token: AccessToken, isInteractive: boolean): void {
    if (isInteractive) rememberSignIn();
    rememberSeller(token.seller, isInteractive || this.#shown === undefined);
    // Another seller has signed in: this page must not mix what belongs to two. It starts again, as that one.
    if (this.#shown && this.#isOther(token, isInteractive)) {
      this.#startAgain();
      return;
    }
    this.#shown = token;
    this.#signInSeen = lastSignIn();
    this.#token = { ...token, gotAt: Date.now() };
    this.#renewIn(renewalDelayMs(token));
    this.#show({ state: 'signed-in', seller: token.seller, holder: token.holder });
  }

  /** When the token does not say whom it acts for, another seller may have signed in in another tab since. */
  #isOther({ holder }: AccessToken, isInteractive: boolean): boolean {
    const before = this.#shown?.holder;
    if (before !== undefined || holder !== undefined) return holder !== before;
    return !isInteractive && this.#signInSeen !== lastSignIn();
  }

  #startAgain(): void {
    this.#drop({ state: 'starting' });
    location.reload();
  }

  #renewIn(delayMs: number): void {
    clearTimeout(this.#renewalTimer);
    this.#renewalTimer = setTimeout(() => void this.renewInFrame(), delayMs);
  }

  #expire(problem: string | undefined): void {
    clearTimeout(this.#renewalTimer);
    this.#show({ state: 'expired', problem, seller: this.#shown?.seller, holder: this.#shown?.holder });
  }

  #drop(view: SessionView): void {
    clearTimeout(this.#renewalTimer);
    this.#window.ignore();
    this.#token = undefined;
    this.#show(view);
  }

  #show(view: SessionView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener(view);
  }
}
