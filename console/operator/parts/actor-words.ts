/** Somebody, with what the service knows of them. */
export type KnownActor = {
  readonly id: string;
  /** Where the list says it. */
  readonly type?: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly isRemoved?: boolean | undefined;
};

/** The address of a person; the name of an application with its id, because anybody may choose a name; or the id alone. */
export function actorText({ type, id, email, name }: KnownActor): string {
  if (type === 'service') return 'the service';
  return email ?? (name === undefined ? id : `${name} (${id})`);
}

const kinds: Readonly<Record<string, string>> = {
  client: 'application',
  user: 'user of the machine',
  member: 'member of the seller',
  operator: 'operator',
};

/** What kind of actor it is, and that the account is gone: then the id is all that is left. The service may add kinds. */
export function actorKindText({ type, isRemoved }: KnownActor): string {
  const kind = type === undefined || type === 'service' ? '' : (kinds[type] ?? type);
  const gone = isRemoved ? `the ${type === 'client' ? 'application' : 'account'} is gone` : '';
  return [kind, gone].filter((part) => part !== '').join(', ');
}
