type Settings = {
    issuer: string;
    grantsUrl?: string;
};
/**
 * Who the identity provider of a service is. The page of the console says it to every browser; the service has no discovery. The
 * answer of the sign-in must name the same one (RFC 9207).
 */
export declare function readIssuer(url: string, signal: AbortSignal): Promise<Settings>;
export {};
