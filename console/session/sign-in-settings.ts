/** What a sign-in needs to know of this installation. The service writes it into the page. */
export type SignInSettings = {
  /** The path of the console, such as `/console`. Its last part names what the browser keeps for it. */
  readonly path: string;
  /** The origin of `PUBLIC_URL`. The provider sends the browser back there and to no other name of the same machine. */
  readonly origin: string;
  /** Empty when the operator has not named the console's client at another provider, with the setting `clientSetting`. */
  readonly clientId: string;
  readonly clientSetting: string;
  readonly issuer: string;
  /** Whether the provider names itself in every answer (RFC 9207): then an answer without `iss` is refused, too. */
  readonly sendsIssuer: boolean;
  /** Whether the provider is known to answer `prompt=none` without a page of its own. */
  readonly answersSilently: boolean;
  /** Where the provider's pages are. */
  readonly providerOrigin: string;
  /** All that the console may do for the person. */
  readonly scope: string;
  /** The service's own endpoints, paths or addresses: it forwards to the provider. */
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** Where the first of them leads, and with which scope: a page that begins saves that redirect. Undefined: not known. */
  readonly direct?: { readonly endpoint: string; readonly scope: string };
  /** Where the seller signs out at the provider. */
  readonly signOutUrl?: string;
};
