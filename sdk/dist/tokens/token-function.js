import { SharedCall } from './shared-call.js';
export function functionTokens(give) {
    let latest;
    let rejected;
    const call = new SharedCall(async (signal) => {
        const token = await give(rejected === undefined ? { signal } : { rejected, signal });
        latest = token;
        if (token !== rejected)
            rejected = undefined;
        return token;
    });
    return {
        token: (signal) => call.join(signal),
        reject(token) {
            if (token !== latest || token === rejected)
                return;
            rejected = token;
            call.drop();
        },
    };
}
