import { FAULT_CODES } from '../domain/fault.ts';
import { openSet } from './open-set.ts';
import { Type } from './type.ts';

/** Spec 7. */
export const ErrorElement = Type.Named('Error', 'One reason why the request failed.', {
  // INVALID_SKU: of an element of the batch of expected prices.
  code: openSet([...FAULT_CODES, 'INVALID_SKU'], {
    title: 'ErrorCode',
    description: 'What kind of failure this is, for programs; an open set.',
    examples: ['InvalidInput'],
  }),
  message: Type.String({ description: 'What is wrong, in one sentence.', examples: ['MarketplaceId is required.'] }),
  details: Type.String({
    description: 'Which field, and what would be right.',
    examples: ['Query parameter MarketplaceId is missing.'],
  }),
});

const OAUTH_ERRORS = [
  ...[
    'invalid_request',
    'invalid_client',
    'invalid_grant',
    'unauthorized_client',
    'unsupported_grant_type',
    'invalid_scope',
  ],
  ...['invalid_token', 'invalid_redirect_uri', 'invalid_client_metadata', 'unsupported_response_type', 'access_denied'],
  ...['server_error', 'temporarily_unavailable'],
];

/** The shape of each envelope (spec 7), by its name. */
export const errorShapes = {
  nested: Type.Named('FeesErrors', 'Errors of the fee endpoints: a list inside an object.', {
    errors: Type.Named('FeesErrorList', 'The list.', { errors: Type.Array(ErrorElement, { minItems: 1 }) }),
  }),
  list: Type.Named('Errors', 'Errors of all other endpoints: a list.', {
    errors: Type.Array(ErrorElement, { minItems: 1 }),
  }),
  oauth: Type.Named('OAuthError', 'Errors of the authorization endpoints (RFC 6749 5.2).', {
    error: openSet(OAUTH_ERRORS, {
      description: 'The error code of RFC 6749 4.1.2.1 and 5.2, RFC 6750 3.1 or RFC 7591 3.2.2; an open set.',
      examples: ['invalid_request'],
    }),
    error_description: Type.String('What is wrong, for the developer.'),
  }),
} as const;
