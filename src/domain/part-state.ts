/** How a part of the service is. The reason is public: it names no host, file or table. */
export type PartState =
  | { readonly state: 'ok' }
  /** `degraded`: the role still does its main work. `failed`: it cannot. */
  | {
      readonly state: 'degraded' | 'failed';
      readonly reason: string;
      /** For the log only: it may name a host, never a secret. */
      readonly detail?: string;
    };

export const OK: PartState = { state: 'ok' };
