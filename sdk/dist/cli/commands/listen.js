import { join } from 'node:path';
import { listOf, textOf } from '../command.js';
import { forward, forwardAddress } from '../listen/forward.js';
import { handleInOrder } from '../listen/messages-in-order.js';
import { openRun } from '../listen/runs.js';
import { signingSecret } from '../listen/signing.js';
import { deleteTemporary, temporaryDestination } from '../listen/temporary-destination.js';
import { timeOf } from '../output/amounts.js';
import { plain } from '../output/table.js';
import { EXIT } from '../problem.js';
import { Profile } from '../profile.js';
export const listen = {
    name: 'listen',
    summary: 'Shows events as they come, and forwards them to a program on your machine.',
    options: {
        forward: {
            type: 'string',
            value: 'URL',
            help: 'POSTs each event there, signed as a webhook, until it answers 2xx.',
        },
        event: {
            type: 'string',
            value: 'KIND',
            multiple: true,
            help: 'Only this kind, such as BUY_BOX_CHANGED; may be repeated. Default: all.',
        },
    },
    details: 'Runs until you press Ctrl-C. It makes a PULL destination for itself and removes it at the end; a run that was killed is taken up\nby the next one. Each event arrives at least once, in order, also across restarts of the service.\nThe secret of the signatures stays the same. --json prints a line {"listening":...} first, then one {"event":...} for each event.',
    examples: [
        'listen',
        'listen --forward http://localhost:3000/hook',
        'listen --event BUY_BOX_CHANGED --event PRICING_HEALTH --json',
    ],
    async run(call) {
        const target = textOf(call, 'forward');
        const url = target === undefined ? undefined : forwardAddress(target);
        const session = await call.connect();
        const profile = new Profile(call.environment, textOf(call, 'profile'));
        const kinds = [...listOf(call, 'event')].sort();
        const { run, leftovers } = await openRun(join(profile.folder, 'listen'), {
            ...{ url: session.url, clientId: session.clientId, kinds },
        });
        for (const leftover of leftovers)
            await end(call, session, leftover);
        try {
            await follow(call, session, run, { kinds, url, secret: await signingSecret(profile.folder) });
        }
        catch (error) {
            if (!call.signal.aborted)
                throw error;
        }
        finally {
            await end(call, session, run);
        }
        return EXIT.done;
    },
};
async function follow(call, session, run, { kinds, url, secret }) {
    const { signal, terminal } = call;
    const { channelId, isReused } = await temporaryDestination(session.client, run.id, { kinds, signal });
    announce(call, { channelId, isReused, url, secret });
    return handleInOrder(session.client, channelId, {
        ...{ done: isReused ? run.done : undefined, signal },
        save: (done) => run.save(done),
        onRound: () => run.beat(),
        onMissing: ({ event }) => terminal.note(`An event before ${event.id} did not come: it expired or was removed.`),
        onRetry: ({ message }, delayMs) => terminal.note(`${message} Trying again in ${Math.ceil(delayMs / 1_000)} s.`),
        async handle({ event }) {
            const onFailure = (reason) => terminal.note(`${event.type} ${event.id} is not forwarded: ${reason}`);
            show(call, event, url === undefined ? undefined : await forward(event, { url, secret, onFailure, signal }));
        },
    });
}
async function end({ terminal }, { client }, run) {
    try {
        await deleteTemporary(client, run.id);
        await run.remove();
    }
    catch (error) {
        terminal.note(`The temporary destination stays: ${error.message} The next listen removes it.`);
    }
}
function announce({ terminal }, { channelId, isReused, url, secret }) {
    const forwarding = url === undefined ? undefined : { forward: url, secret };
    if (terminal.json) {
        terminal.printJson({ listening: { destinationId: channelId, isReused, ...forwarding } });
        return;
    }
    terminal.note(`Listening${isReused ? ', from where the last run was killed' : ''} (${channelId}). Ctrl-C ends it.${forwarding ? `\nForwarding to ${url}\nSigned with the secret ${secret}` : ''}`);
}
function show({ terminal }, event, forwarded) {
    if (terminal.json) {
        terminal.printJson({ event, ...(forwarded && { forwarded }) });
        return;
    }
    const { subject, data } = event;
    const { Change, SellerSKU } = Object(data);
    const words = [subject, SellerSKU, Change].filter((word) => typeof word === 'string');
    const answer = forwarded ? ` -> ${forwarded.status}` : '';
    terminal.print(`${timeOf(event.time)}  ${terminal.styled('bold', event.type)}  ${plain(words.join('  '))}${answer}`);
}
