import type { Delivery, Destination } from '../../generated/types.gen.ts';
import { type Call, type Command, textOf } from '../command.ts';
import { timeOf } from '../output/amounts.ts';
import { column, printTable, rightColumn } from '../output/table.ts';
import { EXIT, usageProblem } from '../problem.ts';
import type { Session } from '../session.ts';

const STATES = [
  'PENDING',
  'SENDING',
  'DELIVERED',
  'STORED',
  'DEAD',
  'EXPIRED',
  'CANCELED',
  'SUPERSEDED',
  'FILTERED',
] as const;

const DEFAULT_LIMIT = 20;

export const deliveries: Command = {
  name: 'deliveries',
  summary: 'What was sent to your notification destinations, the newest first.',
  takes: '[DESTINATION]',
  maxNames: 1,
  options: {
    limit: { type: 'string', value: 'NUMBER', help: `At most so many. Default: ${DEFAULT_LIMIT}.` },
    state: { type: 'string', value: 'STATE', help: `Only those in this state: ${STATES.join(', ')}.` },
  },
  details:
    'A sign-in sees the destinations of the command line; your own application sees all destinations of the seller.\n--json prints a line for each delivery.',
  examples: [
    'deliveries',
    'deliveries --state DEAD --limit 100',
    'deliveries ch_000000000000000000000000000000000002 --json',
  ],
  async run(call) {
    const { terminal, signal, names } = call;
    const [limit, state] = [limitIn(textOf(call, 'limit')), stateIn(textOf(call, 'state'))];
    const session = await call.connect();
    const { channels } = await session.client.getDestinations({ signal });
    const wanted =
      names[0] === undefined
        ? channels
        : [await session.client.getDestination({ path: { channelId: names[0] }, signal })];
    const lists = await Promise.all(wanted.map(({ channelId }) => newest(call, session, { channelId, limit, state })));
    const found = lists
      .flat()
      .sort((a, b) => (a.createdTime < b.createdTime ? 1 : -1))
      .slice(0, limit);
    if (terminal.json) for (const one of found) terminal.printJson(one);
    else if (found.length === 0) terminal.note(`Nothing was sent yet to ${wanted.length} destinations.`);
    else print(call, found, wanted);
    return EXIT.done;
  },
};

type Choice = { channelId: string; limit: number; state: (typeof STATES)[number] | undefined };

async function newest({ signal }: Call, { client }: Session, { channelId, limit, state }: Choice): Promise<Delivery[]> {
  const query = { limit: Math.min(limit, 100), ...(state && { state }) };
  const found: Delivery[] = [];
  for await (const delivery of client.deliveries(channelId, { query, signal })) {
    found.push(delivery);
    if (found.length >= limit) break;
  }
  return found;
}

function print({ terminal }: Call, found: readonly Delivery[], destinations: readonly Destination[]): void {
  const names = new Map(
    destinations.map(({ channelId, channelName, type }) => [channelId, `${channelName} (${type})`]),
  );
  printTable(terminal, found, [
    column('TIME', ({ createdTime }) => timeOf(createdTime)),
    column('EVENT', ({ eventType }) => eventType),
    column('ITEM', ({ storeItemId }) => storeItemId),
    column('DESTINATION', ({ channelId }) => names.get(channelId)),
    column('STATE', ({ state }) => state),
    rightColumn('TRIES', ({ attemptCount }) => attemptCount),
    column('LAST ANSWER', ({ lastAttempt }) => lastAttempt?.error ?? lastAttempt?.code),
    column('DELIVERY', ({ deliveryId }) => deliveryId),
  ]);
}

function limitIn(text = String(DEFAULT_LIMIT)): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw usageProblem(`--limit must be 1 to 99999, not "${text}".`);
}

function stateIn(text: string | undefined): Choice['state'] {
  if (text === undefined) return undefined;
  const state = STATES.find((one) => one === text.toUpperCase());
  if (state) return state;
  throw usageProblem(`--state must be one of ${STATES.join(', ')}, not "${text}".`);
}
