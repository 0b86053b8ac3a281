import { textWithin } from '../../calls/answer-text.js';
import { Problem } from '../problem.js';
const MAX_PAGE_BYTES = 2 ** 20;
export async function readIssuer(url, signal) {
    let status = 0;
    try {
        const answer = await fetch(`${url}/console`, { redirect: 'error', signal });
        status = answer.status;
        const page = (await textWithin(answer, MAX_PAGE_BYTES)) ?? '';
        const [, text = '{}'] = /<script type="application\/json" id="settings">(.*?)<\/script>/s.exec(page) ?? [];
        const { issuer, grantsUrl } = Object(JSON.parse(text));
        if (typeof issuer === 'string')
            return { issuer, ...(typeof grantsUrl === 'string' && { grantsUrl }) };
    }
    catch {
        signal.throwIfAborted();
    }
    throw new Problem(`${url} does not say who its identity provider is${status === 0 ? ': it gave no answer' : ''}.`, 'Is this the address of the service? If it is, give --issuer, which the operator publishes.', status === 0 ? 4 : 1);
}
