export { ApiError } from '../api-error.js';
export { createOperatorClient } from './create-operator-client.js';
