import { untilAborted } from '../calls/call-deadline.js';
export class SharedCall {
    #start;
    #running;
    constructor(start) {
        this.#start = start;
    }
    async join(signal) {
        signal.throwIfAborted();
        this.#running ??= this.#begin();
        const running = this.#running;
        running.waiting += 1;
        try {
            return await untilAborted(running.result, signal);
        }
        finally {
            running.waiting -= 1;
            if (running.waiting === 0 && signal.aborted) {
                this.drop(running);
                running.controller.abort(signal.reason);
            }
        }
    }
    drop(running = this.#running) {
        if (this.#running === running)
            this.#running = undefined;
    }
    #begin() {
        const controller = new AbortController();
        const result = (async () => this.#start(controller.signal))().finally(() => this.drop(running));
        const running = { result, controller, waiting: 0 };
        return running;
    }
}
