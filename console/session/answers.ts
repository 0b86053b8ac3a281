import type { Started } from './authorization.ts';
import { SignInError } from './sign-in-error.ts';
import { storedName } from './stored-name.ts';

/*
 * Answers that the callback page passes on to a page that stays open: from a hidden frame by a message to its parent, from another
 * window over a channel of this origin. Only the page that asked knows the `state` and takes the answer.
 */

const CHANNEL = storedName('sign-in');
const FRAME_TIMEOUT_MS = 15_000;
/** Nothing is shown yet. */
const EARLY_TIMEOUT_MS = 5_000;
const WINDOW_TIMEOUT_MS = 3_600_000;
const MESSAGE_MS = 500;
/** How long the callback page in a window of its own waits for the page that asked. */
const TAKEN_TIMEOUT_MS = 3_000;

type FrameMessage = { readonly consoleAnswer: string };
type ChannelMessage = { readonly state: string; readonly answer?: string; readonly taken?: true };

/**
 * Opens the address in a hidden frame. Resolves with the query of the callback. Throws a `SignInError` when none comes: in time, or,
 * with `untilLoaded`, when the frame has loaded something else.
 */
export function answerInFrame(url: string, { untilLoaded = false } = {}): Promise<string> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Renewal of the sign-in';
  frame.src = url;
  const end = new AbortController();
  return new Promise<string>((resolve, reject) => {
    const fail = () => reject(new SignInError('unavailable', 'The identity provider did not answer in time.'));
    const timer = setTimeout(fail, untilLoaded ? EARLY_TIMEOUT_MS : FRAME_TIMEOUT_MS);
    // The callback's script has run by then. Its message may come after the event.
    if (untilLoaded) frame.addEventListener('load', () => setTimeout(fail, MESSAGE_MS), { signal: end.signal });
    end.signal.addEventListener('abort', () => clearTimeout(timer));
    const receive = ({ source, origin, data }: MessageEvent<FrameMessage | undefined>) => {
      const isFrame = source === frame.contentWindow && origin === location.origin;
      if (isFrame && typeof data?.consoleAnswer === 'string') resolve(data.consoleAnswer);
    };
    addEventListener('message', receive, { signal: end.signal });
    document.body.append(frame);
  }).finally(() => {
    end.abort();
    frame.remove();
  });
}

/** In the frame. */
export function passAnswerToParent(answer: string): void {
  parent.postMessage({ consoleAnswer: answer } satisfies FrameMessage, location.origin);
}

/** Waits for the answer that a window of its own brings. `signal` ends the waiting without an answer. */
export function answerInWindow({ state }: Started, signal: AbortSignal): Promise<string> {
  const channel = new BroadcastChannel(CHANNEL);
  const ended = AbortSignal.any([signal, AbortSignal.timeout(WINDOW_TIMEOUT_MS)]);
  return new Promise<string>((resolve, reject) => {
    ended.addEventListener('abort', () => reject(ended.reason as Error));
    channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
      if (data.state !== state || data.answer === undefined) return;
      channel.postMessage({ state, taken: true } satisfies ChannelMessage);
      resolve(data.answer);
    });
  }).finally(() => channel.close());
}

/** In the other window. False when no page has asked for this answer. */
export function passAnswerToOpener(state: string, answer: string): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), TAKEN_TIMEOUT_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
      if (data.state === state && data.taken) resolve(true);
    });
    channel.postMessage({ state, answer } satisfies ChannelMessage);
  }).finally(() => channel.close());
}
