import { connect } from './calls/connect.js';
import { LoopingOperations } from './loops/looping-operations.js';
export class SellerClient extends LoopingOperations {
}
export const createClient = (options) => new SellerClient({ client: connect(options) });
