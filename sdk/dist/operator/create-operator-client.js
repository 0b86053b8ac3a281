import { connect } from '../calls/connect.js';
import { OperatorLoops } from './operator-loops.js';
export class OperatorClient extends OperatorLoops {
}
export const createOperatorClient = (options) => new OperatorClient({ client: connect(options) });
