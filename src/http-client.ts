import type * as undici from 'undici';
// @ts-expect-error: the package has types for its entry only
import connect from 'undici/lib/core/connect.js';
// @ts-expect-error: the package has types for its entry only
import agent from 'undici/lib/dispatcher/agent.js';

/** The parts of undici that the service uses. Its entry also loads fetch, WebSocket, mocks and caches, three quarters of its code. */
export const Agent: typeof undici.Agent = agent;
export const buildConnector: typeof undici.buildConnector = connect;
