import { oneAtATime } from '../one-at-a-time.js';
export function memoryTokenStore(initial) {
    let stored = initial && { ...initial };
    return {
        load: async () => stored && { ...stored },
        async save(tokens) {
            stored = { ...tokens };
        },
        lock: oneAtATime(),
    };
}
