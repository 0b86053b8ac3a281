/** What a process of the service runs: the API, the worker, or both and what `npm start` runs beside them. */
export type Role = 'all' | 'api' | 'worker';
