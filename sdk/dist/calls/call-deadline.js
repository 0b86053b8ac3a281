const MAX_TIMER_MS = 2_147_483_647;
export const untilAborted = (work, signal) => new Promise((resolve, reject) => {
    const unfollow = signal && follow(signal, () => reject(signal.reason));
    work.finally(unfollow).then(resolve, reject);
});
export async function pause(ms, signal) {
    signal?.throwIfAborted();
    let timer;
    const passed = new Promise((resolve) => {
        timer = setTimeout(resolve, ms);
    });
    await untilAborted(passed, signal).finally(() => clearTimeout(timer));
}
export async function withDeadline(given, ms, overdue, work) {
    given?.throwIfAborted();
    const controller = new AbortController();
    const { signal } = controller;
    const limitMs = Math.min(ms, MAX_TIMER_MS);
    const timer = setTimeout(() => controller.abort(overdue()), limitMs);
    const unfollow = given && follow(given, () => controller.abort(given.reason));
    try {
        return await untilAborted(work(signal, performance.now() + limitMs), signal);
    }
    finally {
        clearTimeout(timer);
        unfollow?.();
    }
}
class Followers extends Set {
    handleEvent() {
        for (const end of this)
            end();
    }
}
const followersOf = new WeakMap();
function follow(signal, onAbort) {
    const all = followersOf.get(signal) ?? new Followers();
    followersOf.set(signal, all.add(onAbort));
    signal.addEventListener('abort', all);
    return () => {
        all.delete(onAbort);
        if (all.size === 0)
            signal.removeEventListener('abort', all);
    };
}
