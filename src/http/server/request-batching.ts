import type { FastifyInstance } from 'fastify';

/**
 * Requests that arrive together take each step together: first all of them are judged, then all are handled, then all
 * are sent. A processor's caches hold the instructions of one step, and not of all: with one request after the other each
 * finds them full of what the one before did last, and takes nearly twice the time.
 */
export function batchRequests(app: FastifyInstance, readSnapshot: Around = plainly): void {
  const steps = new Steps([plainly, readSnapshot, plainly]);
  app.addHook('onRequest', (_request, _reply, next) => steps.take(0, next));
  app.addHook('preHandler', (_request, _reply, next) => steps.take(1, next));
  // What is sent twice, which is a mistake, must not reach others that are sent in the same step.
  app.addHook('onSend', (_request, reply, _payload, next) =>
    steps.take(2, () => {
      if (!reply.raw.headersSent) next();
    }),
  );
  app.server.on('connection', () => steps.hurry());
}

/** As many as go together: more gain nothing. Those that came after them wait for the next turn of the event loop. */
const MOST = 32;

/**
 * As many as go together in a turn that brought a new connection. The runtime accepts one a turn (libuv#3696): while full
 * turns follow each other, which busy connections see to, others would come in one by one and wait for seconds.
 */
const FEW = 2;

/**
 * As many as wait for the end of a turn. One connection can bring thousands of requests at once; without an end to it they
 * would fill the memory, and nothing would slow their sender down: only answers that it does not fetch do.
 */
const CROWD = 256;

type Work = () => void;

/** Does the work of a step with something before and after. */
export type Around = (work: Work) => void;

const plainly: Around = (work) => work();

/** Work that arrives in one turn of the event loop is done at its end, in the order of the steps. */
export class Steps {
  readonly #steps: readonly Around[];
  readonly #waiting: Work[][];
  #most = MOST;
  #isPlanned = false;
  #isRunning = false;

  constructor(steps: readonly Around[]) {
    this.#steps = steps;
    this.#waiting = steps.map(() => []);
  }

  take(step: number, work: Work): void {
    const waiting = this.#waiting[step] as Work[];
    if (waiting.push(work) >= CROWD && !this.#isRunning) this.#run();
    else this.#plan();
  }

  /** The next turn comes soon: something waits that only a new turn brings. */
  hurry(): void {
    this.#most = FEW;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      this.#run();
    });
  }

  /** What a step hands to a later one is done in the same run; what it hands to an earlier one is planned already. */
  #run(): void {
    const most = this.#most;
    this.#most = MOST;
    this.#isRunning = true;
    for (const [step, around] of this.#steps.entries()) {
      const waiting = this.#waiting[step] as Work[];
      if (waiting.length === 0) continue;
      const works = waiting.splice(0, most);
      around(() => {
        for (const work of works) attempt(work);
      });
    }
    this.#isRunning = false;
    if (this.#waiting.some(({ length }) => length > 0)) this.#plan();
  }
}

/** What nobody catches ends the process, as it does everywhere; the others of the step are done first. */
function attempt(work: Work): void {
  try {
    work();
  } catch (error) {
    setImmediate(() => {
      throw error;
    });
  }
}
