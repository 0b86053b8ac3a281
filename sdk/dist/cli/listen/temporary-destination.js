import { ApiError } from '../../api-error.js';
export const VISIBILITY_SECONDS = 5;
const RETENTION_SECONDS = 86_400;
const DELETE_MS = 10_000;
const nameOf = (runId) => `marketplace-seller listen ${runId}`;
export async function temporaryDestination(client, runId, { kinds, signal }) {
    const existing = await find(client, runId, signal);
    if (existing !== undefined)
        return { channelId: existing, isReused: true };
    const { channelId } = await client.createDestination({
        body: {
            ...{ type: 'PULL', channelName: nameOf(runId), windowSeconds: 0 },
            ...(kinds.length > 0 && { eventTypes: [...kinds] }),
            pullConfig: { visibilityTimeoutSeconds: VISIBILITY_SECONDS, retentionSeconds: RETENTION_SECONDS },
        },
        signal,
    });
    return { channelId, isReused: false };
}
export async function deleteTemporary(client, runId, channelId) {
    const found = channelId ?? (await find(client, runId));
    if (found === undefined)
        return;
    try {
        await client.deleteDestination({ path: { channelId: found }, deadlineMs: DELETE_MS });
    }
    catch (error) {
        if (!(error instanceof ApiError && error.status === 404))
            throw error;
    }
}
async function find(client, runId, signal) {
    const { channels } = await client.getDestinations({ signal });
    return channels.find(({ channelName }) => channelName === nameOf(runId))?.channelId;
}
