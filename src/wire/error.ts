import { Type } from 'typebox';

/** Spec 7. */
export const ErrorElement = Type.Object(
  {
    code: Type.String({ description: 'What kind of failure this is, for programs.', examples: ['InvalidInput'] }),
    message: Type.String({ description: 'What is wrong, in one sentence.', examples: ['MarketplaceId is required.'] }),
    details: Type.String({
      description: 'Which field, and what would be right.',
      examples: ['Query parameter MarketplaceId is missing.'],
    }),
  },
  { title: 'Error' },
);

/** The shape of each envelope (spec 7), by its name. */
export const errorShapes = {
  nested: Type.Object(
    { errors: Type.Object({ errors: Type.Array(ErrorElement, { minItems: 1 }) }) },
    { title: 'FeesErrors', description: 'Errors of the fee endpoints: a list inside an object.' },
  ),
  list: Type.Object(
    { errors: Type.Array(ErrorElement, { minItems: 1 }) },
    { title: 'Errors', description: 'Errors of all other endpoints: a list.' },
  ),
  oauth: Type.Object(
    {
      error: Type.String({ description: 'The error code of RFC 6749 5.2.', examples: ['invalid_request'] }),
      error_description: Type.String({ description: 'What is wrong, for the developer.' }),
    },
    { title: 'OAuthError', description: 'Errors of the authorization endpoints (RFC 6749 5.2).' },
  ),
} as const;
