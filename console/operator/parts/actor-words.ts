/** Somebody, with what the service knows of them. */
export type KnownActor = {
  readonly id: string;
  /** Where the list says it. */
  readonly type?: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly isRemoved?: boolean | undefined;
};

/** The address of a person, the name of an application, or the id where nothing is known. */
export const actorText = ({ type, id, email, name }: KnownActor): string =>
  type === 'service' ? 'the service' : (email ?? name ?? id);

const kinds: Readonly<Record<string, string>> = {
  client: 'application',
  user: 'user of the machine',
  member: 'member of the seller',
  operator: 'operator',
  service: '',
};

/**
 * What kind of actor it is, in brackets; with the id of an application, because anybody may choose its name; and that the account is gone, when
 * the id is all that is left. The service may add kinds.
 */
export function actorKindText({ type = '', id, name, isRemoved }: KnownActor): string {
  const kind = name === undefined ? (kinds[type] ?? type) : `application ${id}`;
  const gone = isRemoved ? `the ${type === 'client' ? 'application' : 'account'} is gone` : '';
  const parts = [kind, gone].filter((part) => part !== '');
  return parts.length === 0 ? '' : `(${parts.join(', ')})`;
}
