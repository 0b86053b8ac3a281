import type {
  OperatorActor,
  OperatorOperation,
  OperatorOperations,
  OperatorRefusal,
} from '../domain/accounts/operator-operations.ts';
import { jsonObjectIn } from './json-object.ts';
import { askOwnProvider, type ServiceParts } from './service-call.ts';
import { providerUnavailable } from './upstream.ts';

type Gives<Operation extends OperatorOperation> = OperatorOperations[Operation]['gives'];

/** One operation on sellers, accounts and applications for the operator: see `Identity.operate`. */
export async function operate<Operation extends OperatorOperation>(
  parts: ServiceParts,
  request: { operation: Operation; asks: OperatorOperations[Operation]['asks']; actor: OperatorActor },
): Promise<Gives<Operation> | OperatorRefusal> {
  if (!(await parts.discovery.has('operator'))) return { refused: 'elsewhere' };
  const { status, text } = await askOwnProvider(parts, 'operator', request);
  if (status === 404) return { refused: 'missing' };
  const given = status === 200 || status === 409 ? jsonObjectIn(text) : undefined;
  if (given === undefined) throw providerUnavailable(`operator: status ${status} without an answer`);
  return given as Gives<Operation> | OperatorRefusal;
}
