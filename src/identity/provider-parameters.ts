/** What a provider wants to know of the API that tokens are for. */
export type TokenTarget = {
  /** Each is a `resource` of its own (RFC 8707 2). */
  readonly resources?: readonly string[] | undefined;
  /** The parameter `audience`, which some providers want in its place. */
  readonly audienceParameter?: string | undefined;
};

export type Parameters = readonly (readonly [name: string, value: string])[];

/** The parameters that every authorization and token request has beside its own. */
export function targetParameters({ resources = [], audienceParameter }: TokenTarget): Parameters {
  const named = resources.map((resource) => ['resource', resource] as const);
  return audienceParameter === undefined ? named : [...named, ['audience', audienceParameter]];
}
