import { answerInWindow } from './answers.ts';
import { type AccessToken, finishAuthorization, startAuthorization } from './authorization.ts';
import { problemText } from './sign-in-failure.ts';
import type { SignInSettings } from './sign-in-settings.ts';

type Callbacks = { readonly onToken: (token: AccessToken) => void; readonly onProblem: (problem: string) => void };

/** The one window of a page in which the person signs in, while the page keeps its state. */
export class SignInWindow {
  readonly #settings: SignInSettings;
  readonly #callbacks: Callbacks;
  #waiting: AbortController | undefined;

  constructor(settings: SignInSettings, callbacks: Callbacks) {
    this.#settings = settings;
    this.#callbacks = callbacks;
  }

  /** Call it while a click is handled, or the browser blocks the window. False when it did. */
  open(prompt?: 'login'): boolean {
    const opened = open('', '', 'popup,width=520,height=760');
    if (opened === null) return false;
    // The provider's pages have no business with this page.
    opened.opener = null;
    this.ignore();
    this.#waiting = new AbortController();
    void this.#signIn(opened, this.#waiting.signal, prompt);
    return true;
  }

  /** From now on nothing comes of a window that is open. */
  ignore(): void {
    this.#waiting?.abort();
  }

  async #signIn(opened: Window, signal: AbortSignal, prompt: 'login' | undefined): Promise<void> {
    try {
      const { url, started } = await startAuthorization(this.#settings, 'window', prompt);
      const answer = answerInWindow(started, signal);
      opened.location.replace(url);
      this.#callbacks.onToken(await finishAuthorization(this.#settings, started, await answer));
    } catch (error) {
      if (!signal.aborted) this.#callbacks.onProblem(problemText(error));
    }
  }
}
