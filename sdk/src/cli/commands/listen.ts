import { join } from 'node:path';
import type { SellerEvent } from '../../generated/types.gen.ts';
import type { PulledMessage } from '../../loops/held-messages.ts';
import { type Call, type Command, listOf, textOf } from '../command.ts';
import { type Forwarded, forward, forwardAddress } from '../listen/forward.ts';
import { handleInOrder } from '../listen/messages-in-order.ts';
import { openRun, type Run } from '../listen/runs.ts';
import { signingSecret } from '../listen/signing.ts';
import { deleteTemporary, temporaryDestination } from '../listen/temporary-destination.ts';
import { timeOf } from '../output/amounts.ts';
import { plain } from '../output/table.ts';
import { EXIT } from '../problem.ts';
import { Profile } from '../profile.ts';
import type { Session } from '../session.ts';

export const listen: Command = {
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
  details:
    'Runs until you press Ctrl-C. It makes a PULL destination for itself and removes it at the end; a run that was killed is taken up\nby the next one. Each event arrives at least once, in order, also across restarts of the service.\nThe secret of the signatures stays the same. --json prints a line {"listening":...} first, then one {"event":...} for each event.',
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
    for (const leftover of leftovers) await end(call, session, leftover);
    try {
      await follow(call, session, run, { kinds, url, secret: await signingSecret(profile.folder) });
    } catch (error) {
      if (!call.signal.aborted) throw error;
    } finally {
      await end(call, session, run);
    }
    return EXIT.done;
  },
};

type Wanted = { readonly kinds: readonly string[]; readonly url: string | undefined; readonly secret: string };

async function follow(call: Call, session: Session, run: Run, { kinds, url, secret }: Wanted): Promise<never> {
  const { signal, terminal } = call;
  const { channelId, isReused } = await temporaryDestination(session.client, run.id, { kinds, signal });
  announce(call, { channelId, isReused, url, secret });
  return handleInOrder(session.client, channelId, {
    // A new destination has none of the events that a run before it handled: they may be those of another seller or store.
    ...{ done: isReused ? run.done : undefined, signal },
    save: (done) => run.save(done),
    onRound: () => run.beat(),
    onMissing: ({ event }) => terminal.note(`An event before ${event.id} did not come: it expired or was removed.`),
    onRetry: ({ message }, delayMs) => terminal.note(`${message} Trying again in ${Math.ceil(delayMs / 1_000)} s.`),
    async handle({ event }: PulledMessage) {
      const onFailure = (reason: string) => terminal.note(`${event.type} ${event.id} is not forwarded: ${reason}`);
      show(call, event, url === undefined ? undefined : await forward(event, { url, secret, onFailure, signal }));
    },
  });
}

/** A destination that cannot be removed now is removed by the next run, whose file says so. */
async function end({ terminal }: Call, { client }: Session, run: Run): Promise<void> {
  try {
    await deleteTemporary(client, run.id);
    await run.remove();
  } catch (error) {
    terminal.note(`The temporary destination stays: ${(error as Error).message} The next listen removes it.`);
  }
}

type Announced = { channelId: string; isReused: boolean; url: string | undefined; secret: string };

function announce({ terminal }: Call, { channelId, isReused, url, secret }: Announced): void {
  const forwarding = url === undefined ? undefined : { forward: url, secret };
  if (terminal.json) {
    terminal.printJson({ listening: { destinationId: channelId, isReused, ...forwarding } });
    return;
  }
  terminal.note(
    `Listening${isReused ? ', from where the last run was killed' : ''} (${channelId}). Ctrl-C ends it.${
      forwarding ? `\nForwarding to ${url}\nSigned with the secret ${secret}` : ''
    }`,
  );
}

function show({ terminal }: Call, event: SellerEvent, forwarded: Forwarded | undefined): void {
  if (terminal.json) {
    terminal.printJson({ event, ...(forwarded && { forwarded }) });
    return;
  }
  const { subject, data } = event as { subject?: unknown; data?: unknown };
  const { Change, SellerSKU } = Object(data) as { Change?: unknown; SellerSKU?: unknown };
  const words = [subject, SellerSKU, Change].filter((word) => typeof word === 'string');
  const answer = forwarded ? ` -> ${forwarded.status}` : '';
  terminal.print(`${timeOf(event.time)}  ${terminal.styled('bold', event.type)}  ${plain(words.join('  '))}${answer}`);
}
