import { ApiError } from '../../api-error.ts';
import type { SellerClient } from '../../create-client.ts';
import type { CreateDestination } from '../../generated/types.gen.ts';

/** How long a message of a killed run stays hidden from the next one. The loop extends it while it works. */
export const VISIBILITY_SECONDS = 5;

/** A leftover whose program never comes back keeps its messages for a day. */
const RETENTION_SECONDS = 86_400;

const DELETE_MS = 10_000;

/** The name says whose it is: a run that was killed before it knew the id finds its destination again. */
const nameOf = (runId: string) => `marketplace-seller listen ${runId}`;

/** The queue of a run: the one that it has already, or a new one. */
export async function temporaryDestination(
  client: SellerClient,
  runId: string,
  { kinds, signal }: { kinds: readonly string[]; signal: AbortSignal },
): Promise<{ channelId: string; isReused: boolean }> {
  const existing = await find(client, runId, signal);
  if (existing !== undefined) return { channelId: existing, isReused: true };
  const { channelId } = await client.createDestination({
    body: {
      ...{ type: 'PULL', channelName: nameOf(runId), windowSeconds: 0 },
      // The service says which kinds there are.
      ...(kinds.length > 0 && { eventTypes: [...kinds] as NonNullable<CreateDestination['eventTypes']> }),
      pullConfig: { visibilityTimeoutSeconds: VISIBILITY_SECONDS, retentionSeconds: RETENTION_SECONDS },
    },
    signal,
  });
  return { channelId, isReused: false };
}

/** Without a signal: it is what a run does when it is told to end. Nothing happens when it is gone already. */
export async function deleteTemporary(client: SellerClient, runId: string, channelId?: string): Promise<void> {
  const found = channelId ?? (await find(client, runId));
  if (found === undefined) return;
  try {
    await client.deleteDestination({ path: { channelId: found }, deadlineMs: DELETE_MS });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

async function find(client: SellerClient, runId: string, signal?: AbortSignal): Promise<string | undefined> {
  const { channels } = await client.getDestinations({ signal });
  return channels.find(({ channelName }) => channelName === nameOf(runId))?.channelId;
}
