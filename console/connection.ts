import { signal } from '@preact/signals';

/** `off`: nobody is signed in, or the page follows nothing by itself. */
type LiveStatus = 'off' | 'connecting' | 'connected' | 'reconnecting' | 'offline';

/** Whether the page follows changes. */
export const live = signal<LiveStatus>('off');
