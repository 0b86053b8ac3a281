import { signal } from '@preact/signals';

/** Whether prices can be changed here, as the service says: `off`, `direct` or `confirmed` (decision 47). An open set. */
export const priceChangesMode = signal('off');
