import type { TokenSource } from '../credentials.ts';
import { type TokenClient } from './token-request.ts';
/** Tokens of a seller's own application (RFC 6749 4.4). The request may be repeated: it uses nothing up. */
export declare const clientCredentials: (client: TokenClient) => TokenSource;
