import type { OperatorRight } from '../authorization/operator-rights.ts';
import type { MemberRole } from '../authorization/roles.ts';
import type { ActorSide, KnownActor } from './known-actor.ts';
import type { BegunSupport, ShownSupport, SupportPosition } from './support-session.ts';

/*
 * What the operator asks the embedded provider to show or to change about sellers, people and applications (decision 55). The service
 * asks it by these names.
 */

/** A person who works for a seller. */
export type MemberAccount = {
  readonly memberId: string;
  readonly accountId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly joinedMs: number;
  /** When the person last signed in, as far as it is known. */
  readonly signedInMs: number | null;
  /** When the operator disabled the account; null while it is enabled. */
  readonly disabledMs: number | null;
};

export type SellerAccounts = {
  readonly sellerId: string;
  readonly createdMs: number;
  readonly disabledMs: number | null;
  readonly members: readonly MemberAccount[];
};

/** An account, with the sellers that its person works for. */
export type PersonAccount = {
  readonly accountId: string;
  readonly email: string;
  readonly signedInMs: number | null;
  readonly disabledMs: number | null;
  readonly sellers: readonly { readonly sellerId: string; readonly role: MemberRole }[];
};

export type ApplicationAccount = {
  readonly clientId: string;
  readonly name: string | null;
  /** `seller`: a seller's own. `operator`: the operator's own. `dynamic`: registered by itself, acts for sellers who consent. */
  readonly kind: 'seller' | 'operator' | 'dynamic';
  readonly sellerId: string | null;
  readonly createdMs: number;
  readonly usedMs: number | null;
  readonly disabledMs: number | null;
  readonly verifiedMs: number | null;
};

/** The invitation of a seller's first owner. */
export type OwnerInvitation = {
  readonly invitationId: string;
  readonly sellerId: string;
  readonly email: string;
  readonly expiresMs: number;
  /** An earlier request with the same key made it. */
  readonly isRepeated: boolean;
};

/** A sign-in, or a failure. */
export type SignInRecord = {
  readonly id: string;
  readonly atMs: number;
  readonly outcome: string;
  /** Absent when no account has the typed address. */
  readonly accountId?: string | undefined;
  readonly email?: string | undefined;
  /** A keyed hash of an address that no account has: the same for the same address. */
  readonly typed?: string | undefined;
  readonly device: string;
  readonly address: string;
};

/** Help for a person who lost every factor. */
export type FactorHelpState = {
  readonly accountId: string;
  readonly state: 'none' | 'waits' | 'removed';
  readonly askedMs?: number | undefined;
  /** When the factors are removed at the earliest. */
  readonly removalMs?: number | undefined;
  /** The operator who vouched for the person. */
  readonly vouchedBy?: string | null | undefined;
  readonly removedMs?: number | undefined;
};

/** Help that waits, with the address of its person. */
export type WaitingFactorHelp = FactorHelpState & { readonly email: string };

/** A person of the operator. */
export type OperatorPerson = {
  readonly accountId: string;
  readonly email: string;
  readonly rights: readonly OperatorRight[];
  readonly createdMs: number;
  readonly signedInMs: number | null;
  readonly disabledMs: number | null;
};

type Page = { readonly after: string; readonly limit: number };

/** `asks`: the parameters. `gives`: the answer. */
export type OperatorOperations = {
  listSellers: { asks: Page; gives: { readonly sellers: readonly SellerAccounts[] } };
  getSeller: { asks: { readonly sellerId: string }; gives: SellerAccounts };
  changeSeller: { asks: { readonly sellerId: string; readonly isDisabled: boolean }; gives: SellerAccounts };
  /** `key`: the same key and content have the effect of one request. */
  inviteOwner: {
    asks: { readonly sellerId: string; readonly email: string; readonly key?: string | undefined };
    gives: OwnerInvitation;
  };
  listSignIns: {
    asks: {
      readonly accountId?: string | undefined;
      readonly before?: { readonly atMs: number; readonly id: string } | undefined;
      readonly limit: number;
    };
    gives: { readonly signIns: readonly SignInRecord[] };
  };
  /** `stop`: ends help that waits. */
  helpWithFactors: { asks: { readonly accountId: string; readonly stop: boolean }; gives: FactorHelpState };
  listFactorHelp: { asks: Page; gives: { readonly waiting: readonly WaitingFactorHelp[] } };
  listOperators: { asks: Page; gives: { readonly operators: readonly OperatorPerson[] } };
  /** `held`: the rights of who asks. Nobody gives others. `key`: as of `inviteOwner`. */
  inviteOperator: {
    asks: {
      readonly email: string;
      readonly rights: readonly OperatorRight[];
      readonly held: readonly OperatorRight[];
      readonly key?: string | undefined;
    };
    gives: OperatorPerson & { readonly isRepeated: boolean };
  };
  /** What is absent stays. */
  changeOperator: {
    asks: {
      readonly accountId: string;
      readonly isDisabled?: boolean | undefined;
      readonly rights?: readonly OperatorRight[] | undefined;
      readonly held: readonly OperatorRight[];
    };
    gives: OperatorPerson;
  };
  changeAccount: { asks: { readonly accountId: string; readonly isDisabled: boolean }; gives: PersonAccount };
  listApplications: {
    asks: Page & { readonly sellerId?: string | undefined };
    gives: { readonly applications: readonly ApplicationAccount[] };
  };
  listGrants: { asks: { readonly sellerId: string }; gives: { readonly grants: readonly SellerGrant[] } };
  changeApplication: {
    asks: {
      readonly clientId: string;
      readonly isDisabled?: boolean | undefined;
      readonly isVerified?: boolean | undefined;
    };
    gives: ApplicationAccount;
  };
  /** `key`: the same key and content give the same session, with another token. */
  beginSupport: {
    asks: {
      readonly sellerId: string;
      readonly reason: string;
      readonly minutes: number;
      readonly key?: string | undefined;
    };
    gives: BegunSupport;
  };
  /** The newest first. */
  listSupport: {
    asks: {
      readonly sellerId?: string | undefined;
      readonly before?: SupportPosition | undefined;
      readonly limit: number;
    };
    gives: { readonly sessions: readonly ShownSupport[] };
  };
  endSupport: { asks: { readonly sessionId: string }; gives: ShownSupport };
  /** Those that exist, of these sides. */
  nameActors: {
    asks: { readonly ids: readonly string[]; readonly sides: readonly ActorSide[] };
    gives: { readonly actors: readonly KnownActor[] };
  };
  /** For the seller itself: its members, and applications that are not the operator's. Those that exist. */
  nameSellerActors: {
    asks: { readonly sellerId: string; readonly ids: readonly string[] };
    gives: { readonly actors: readonly KnownActor[] };
  };
  /** The ids of those of these sides with this address or name; of none, those with this text in it. At most some more than `limit`. */
  findActors: {
    asks: { readonly text: string; readonly sides: readonly ActorSide[]; readonly limit: number };
    gives: { readonly ids: readonly string[] };
  };
  /** The actor is a member of the seller, who must be an owner. */
  endSellerSupport: { asks: { readonly sellerId: string; readonly sessionId: string }; gives: ShownSupport };
};
/** An application of somebody else that people of a seller gave access to. */
export type SellerGrant = {
  readonly clientId: string;
  readonly name: string;
  readonly rights: readonly string[];
  readonly connectedMs: number;
  readonly usedMs: number | undefined;
  /** Undefined: each access needs a person. */
  readonly endsMs: number | undefined;
  readonly members: readonly { readonly memberId: string; readonly email: string }[];
  readonly isPaused: boolean;
};

export type OperatorOperation = keyof OperatorOperations;

/** Who asks: a person of the operator, or its application; from which address, by which request. */
export type OperatorActor = { readonly id: string; readonly from: string; readonly requestId: string };

/**
 * Why the provider does not do it. `missing`: there is no such seller, account or application. `conflict`: its state does not allow it.
 * `key reused`: the key came with another content before. `elsewhere`: it is not the embedded provider, and has its own means.
 */
export type OperatorRefusal =
  | { readonly refused: 'missing' | 'elsewhere' | 'key reused' }
  | { readonly refused: 'conflict'; readonly message: string; readonly details: string };
