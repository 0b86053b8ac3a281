import { isOperatorRight, OPERATOR_RIGHTS, type OperatorRight } from '../../domain/authorization/operator-rights.ts';
import { operatorClientRights, setOperatorClientRights } from '../clients.ts';
import { CommandError, type Job, UsageError } from '../command-job.ts';

/** Other rights for an application of the operator. */
export async function changeOperatorRights({ db, flags, names, out, record }: Job): Promise<void> {
  const [id = ''] = names;
  const rights = operatorRightsOfFlag(flags.rights);
  if (rights === undefined) throw new UsageError('"set-operator-rights" needs --rights LIST.');
  await db.transaction(async (tx) => {
    const before = await operatorClientRights(tx, id);
    if (before === undefined)
      throw new CommandError(`The operator has no application "${id}". See: npm run client -- list`);
    await setOperatorClientRights(tx, id, rights);
    await record?.(tx, 'client set-operator-rights', { id, before, after: rights });
  });
  out.write(`${id} has ${rights.join(', ')}: its next token what was added, within 30 seconds not what was removed.\n`);
}

/** The operator rights in the value of a flag, separated by commas or spaces. Undefined without the flag. */
export function operatorRightsOfFlag(text: string | boolean | undefined): OperatorRight[] | undefined {
  if (typeof text !== 'string') return undefined;
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !isOperatorRight(word));
  if (words.length > 0 && wrong === undefined) return OPERATOR_RIGHTS.filter((right) => words.includes(right));
  const problem = wrong === undefined ? 'names none' : `has "${wrong}"`;
  throw new UsageError(`--rights ${problem}: it takes ${OPERATOR_RIGHTS.join(', ')}, separated by commas.`);
}
