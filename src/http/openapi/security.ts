import { OFFLINE_ACCESS, OPERATOR_RIGHT, SELLER_RIGHTS } from '../../domain/authorization/rights.ts';
import { ANY_SELLER_RIGHT, type NeededRight } from '../guards/needed-right.ts';

const TOKEN_PATH = '/auth/v4/token';

const rightTexts: Readonly<Record<string, string>> = {
  'seller-api:pricing:read': 'Fees, offers and prices.',
  'seller-api:notifications:read': 'Read destinations, deliveries and events, receive messages.',
  'seller-api:notifications:write': 'Create, change and test destinations.',
  'seller-api:pricing:write': 'Change prices; by name only.',
  'seller-api:limits:write': 'Loosen price limits and set costs; by name only.',
  'seller-api:costs:read': 'Costs and profit; by name only.',
  'seller-api:account:read': 'Read who changed accounts, members, applications and grants; by name only.',
  [OFFLINE_ACCESS]: 'A refresh token.',
  [OPERATOR_RIGHT]: 'Change market data; only for clients of the operator.',
  'operator:sellers:read': "See sellers' accounts and applications; only for clients of the operator.",
  'operator:sellers:write': 'Disable sellers and accounts, verify applications; only for clients of the operator.',
  'operator:market:read': 'Read market data and price changes of sellers; only for clients of the operator.',
  'operator:support': 'See the console as a seller; only for clients of the operator.',
  'operator:admin': "Manage the operator's own people; only for clients of the operator.",
};

/** Rights of the operator that an operation needs (decision 55). */
const OPERATOR = [
  OPERATOR_RIGHT,
  'operator:market:read',
  'operator:sellers:read',
  'operator:sellers:write',
  'operator:support',
  'operator:admin',
];

const scopesOf = (rights: readonly string[]) =>
  Object.fromEntries(rights.map((right) => [right, rightTexts[right] ?? right]));

/**
 * How a caller proves who it is (spec 5). `sellerOAuth` tells client generators and the reference page how to get the token
 * of `sellerAuth`. Its addresses are relative: they belong to the server that serves the document, under whatever name. `base`: the
 * public path.
 */
export const securitySchemes = (base: string) =>
  ({
    sellerAuth: {
      type: 'http',
      scheme: 'bearer',
      description: 'An access token from POST /auth/v4/token. It is opaque and lives about 900 seconds.',
    },
    sellerOAuth: {
      type: 'oauth2',
      description:
        "Gets the access token of `sellerAuth`. A client_credentials token has the rights of its application's registration, the " +
        'basic ones unless it was given more; `scope` is accepted and ignored.',
      flows: {
        clientCredentials: { tokenUrl: `${base}${TOKEN_PATH}`, scopes: scopesOf([...SELLER_RIGHTS, ...OPERATOR]) },
        authorizationCode: {
          authorizationUrl: `${base}/auth/v4/authorize`,
          tokenUrl: `${base}${TOKEN_PATH}`,
          refreshUrl: `${base}${TOKEN_PATH}`,
          scopes: scopesOf([...SELLER_RIGHTS, OFFLINE_ACCESS]),
        },
      },
    },
    clientBasic: {
      type: 'http',
      scheme: 'basic',
      description: 'Client id and client secret, only for POST /auth/v4/token.',
    },
    initialAccess: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An initial access token (RFC 7591 3), only for POST /auth/v4/register of a provider that demands one.',
    },
  }) as const;

/** Either a token that the caller has, or one that its client gets. */
export function bearerSecurity(right: NeededRight | undefined): Record<string, string[]>[] {
  const scopes = right === undefined || right === ANY_SELLER_RIGHT ? [] : [right];
  return [{ sellerAuth: [] }, { sellerOAuth: scopes }];
}

/** The client proves itself by HTTP Basic, or in the body, or is public. */
export const CLIENT_SECURITY = [{ clientBasic: [] }, {}];

export const REGISTRATION_SECURITY = [{}, { initialAccess: [] }];

/** For everybody. */
export const NO_SECURITY: Record<string, string[]>[] = [];
