import type { Config } from '../config.ts';
import { isLoopbackHost } from '../domain/relay.ts';

/** Whether a URL leads to this machine only; so does one that is not set. */
export const isLocal = (url: string | undefined): boolean => url === undefined || isLoopbackHost(new URL(url).hostname);

/** Whether others are told to reach the service here. */
export const isPublic = ({ publicUrl }: Config): boolean => !isLocal(publicUrl);
