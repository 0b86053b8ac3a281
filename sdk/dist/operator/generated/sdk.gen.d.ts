import type { Client, ClientMeta, Options as Options2, RequestResult, TDataShape } from '../../operation-client.ts';
import type { ApplyChangesData, ApplyChangesErrors, ApplyChangesResponses, ApplyImportData, ApplyImportErrors, ApplyImportResponses, BeginSupportSessionData, BeginSupportSessionErrors, BeginSupportSessionResponses, CancelImportData, CancelImportErrors, CancelImportResponses, ChangeAccountData, ChangeAccountErrors, ChangeAccountResponses, ChangeApplicationData, ChangeApplicationErrors, ChangeApplicationResponses, ChangeOperatorData, ChangeOperatorErrors, ChangeOperatorResponses, ChangeSellerData, ChangeSellerErrors, ChangeSellerResponses, CreateNoteData, CreateNoteErrors, CreateNoteResponses, DeleteNoteData, DeleteNoteErrors, DeleteNoteResponses, EndSupportSessionData, EndSupportSessionErrors, EndSupportSessionResponses, ExplainItemOffersData, ExplainItemOffersErrors, ExplainItemOffersResponses, ExportMarketData, ExportMarketErrors, ExportMarketResponses, GetAuditData, GetAuditErrors, GetAuditResponses, GetDeliveryOfSellerData, GetDeliveryOfSellerErrors, GetDeliveryOfSellerResponses, GetImportData, GetImportErrors, GetImportResponses, GetItemEventReceiversData, GetItemEventReceiversErrors, GetItemEventReceiversResponses, GetItemEventsData, GetItemEventsErrors, GetItemEventsResponses, GetItemHistoryData, GetItemHistoryErrors, GetItemHistoryResponses, GetMarketplacesData, GetMarketplacesErrors, GetMarketplacesResponses, GetMarketSellerData, GetMarketSellerErrors, GetMarketSellerResponses, GetOperatorItemData, GetOperatorItemErrors, GetOperatorItemResponses, GetPriceChangeFeedData, GetPriceChangeFeedErrors, GetPriceChangeFeedResponses, GetRejectedLinesData, GetRejectedLinesErrors, GetRejectedLinesResponses, GetSellerData, GetSellerErrors, GetSellerResponses, GetServiceData, GetServiceErrors, GetServiceResponses, GetUsageData, GetUsageErrors, GetUsageResponses, HelpWithFactorsData, HelpWithFactorsErrors, HelpWithFactorsResponses, InviteOperatorData, InviteOperatorErrors, InviteOperatorResponses, InviteOwnerData, InviteOwnerErrors, InviteOwnerResponses, ListApplicationsData, ListApplicationsErrors, ListApplicationsResponses, ListDeliveriesOfSellersData, ListDeliveriesOfSellersErrors, ListDeliveriesOfSellersResponses, ListDestinationsOfSellersData, ListDestinationsOfSellersErrors, ListDestinationsOfSellersResponses, ListEventsOfSellerData, ListEventsOfSellerErrors, ListEventsOfSellerResponses, ListFactorHelpData, ListFactorHelpErrors, ListFactorHelpResponses, ListGrantsData, ListGrantsErrors, ListGrantsResponses, ListImportsData, ListImportsErrors, ListImportsResponses, ListMarketSellersData, ListMarketSellersErrors, ListMarketSellersResponses, ListNotesData, ListNotesErrors, ListNotesResponses, ListOperatorsData, ListOperatorsErrors, ListOperatorsResponses, ListPriceChangesOfSellerData, ListPriceChangesOfSellerErrors, ListPriceChangesOfSellerResponses, ListReportsOfSellerData, ListReportsOfSellerErrors, ListReportsOfSellerResponses, ListSellersData, ListSellersErrors, ListSellersResponses, ListSignInsData, ListSignInsErrors, ListSignInsResponses, ListSupportSessionsData, ListSupportSessionsErrors, ListSupportSessionsResponses, SearchMarketData, SearchMarketErrors, SearchMarketResponses, SettlePriceChangesData, SettlePriceChangesErrors, SettlePriceChangesResponses, TraceNotificationData, TraceNotificationErrors, TraceNotificationResponses, UploadImportData, UploadImportErrors, UploadImportResponses } from './types.gen.ts';
export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client?: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: keyof ClientMeta extends never ? Record<string, unknown> : ClientMeta;
};
declare class HeyApiClient {
    protected client: Client;
    constructor(args: {
        client: Client;
    });
}
export declare class OperatorOperations extends HeyApiClient {
    /**
     * Read the audit log
     *
     * Who changed what as the operator, when and from where: changes of market data, and commands such as `npm run import`.
     * Newest first; `nextToken` gets the next page. Entries have the keys of changed records, not their contents.
     *
     * With `Accept: application/x-ndjson` the answer is one entry a line: all that match, without pages.
     *
     * A change is in the log when its request is answered. Entries are kept for `AUDIT_DAYS`.
     *
     * Needs the right operator:market:write.
     */
    getAudit<ThrowOnError extends boolean = true>(options?: Options<GetAuditData, ThrowOnError>): RequestResult<GetAuditResponses, GetAuditErrors, ThrowOnError>;
    /**
     * List marketplaces with counts
     *
     * Every marketplace: how many items, offers and sellers it has, how many offers are on sale and in which state, how fresh that is, the last import, and the fee schedule in force with those to come. Counting ends at a bound, and the count says so; it is repeated every ten seconds at most.
     *
     * Needs the right operator:market:read.
     */
    getMarketplaces<ThrowOnError extends boolean = true>(options?: Options<GetMarketplacesData, ThrowOnError>): RequestResult<GetMarketplacesResponses, GetMarketplacesErrors, ThrowOnError>;
    /**
     * Download market data
     *
     * The market records as `npm run export` writes them, as JSON lines that an import reads in this order: those of one instant, however long the download takes. It goes out as fast as you read, for 5 minutes at most: a download that breaks off is incomplete, and cannot go on. Use `compression=GZIP`, single kinds and single marketplaces for large markets, or the command. Records of sellers have their addresses, so it needs `operator:market:write`, and is in the audit log.
     *
     * Needs the right operator:market:write.
     */
    exportMarket<ThrowOnError extends boolean = true>(options?: Options<ExportMarketData, ThrowOnError>): RequestResult<ExportMarketResponses, ExportMarketErrors, ThrowOnError>;
    /**
     * List imports
     *
     * Files that were uploaded, and runs of `npm run import`: who, when, how far, how fast, and how many lines were rejected.
     *
     * Needs the right operator:market:read.
     */
    listImports<ThrowOnError extends boolean = true>(options?: Options<ListImportsData, ThrowOnError>): RequestResult<ListImportsResponses, ListImportsErrors, ThrowOnError>;
    /**
     * Upload a file of market data
     *
     * Takes a file as `npm run import` reads it: JSON lines, a JSON array or CSV, plain or as gzip, of any media type. The file is stored, and a worker then checks every line without writing anything: when the import is CHECKED, look at its counts and rejected lines, then apply it. `IMPORT_UPLOAD_MB` bounds the file, and what it is when it is decompressed. It must arrive within 5 minutes.
     *
     * Needs the right operator:market:write.
     */
    uploadImport<ThrowOnError extends boolean = true>(options: Options<UploadImportData, ThrowOnError>): RequestResult<UploadImportResponses, UploadImportErrors, ThrowOnError>;
    /**
     * Read how far an import is
     *
     * One import, with its counts, its progress, and why it was refused or failed.
     *
     * Needs the right operator:market:read.
     */
    getImport<ThrowOnError extends boolean = true>(options: Options<GetImportData, ThrowOnError>): RequestResult<GetImportResponses, GetImportErrors, ThrowOnError>;
    /**
     * Apply a checked import
     *
     * Has a worker write the records of an import that is CHECKED. One import at a time is written for each marketplace: the others wait. Rejected lines do not stop it. What a killed process left is begun again, which does no harm.
     *
     * Needs the right operator:market:write.
     */
    applyImport<ThrowOnError extends boolean = true>(options: Options<ApplyImportData, ThrowOnError>): RequestResult<ApplyImportResponses, ApplyImportErrors, ThrowOnError>;
    /**
     * Cancel an import
     *
     * Ends an import. One that is being written ends within seconds, and what it has written stays; it can be imported again without harm. A run of `npm run import` ends with its command.
     *
     * Needs the right operator:market:write.
     */
    cancelImport<ThrowOnError extends boolean = true>(options: Options<CancelImportData, ThrowOnError>): RequestResult<CancelImportResponses, CancelImportErrors, ThrowOnError>;
    /**
     * Download rejected lines
     *
     * The lines that the last check or application of an import rejected, with file, line, field and reason. The first problem of a line has its text, so that it can be corrected. Of a run of `npm run import` it has the first 100,000; the file that the command names has all.
     *
     * Needs the right operator:market:read.
     */
    getRejectedLines<ThrowOnError extends boolean = true>(options: Options<GetRejectedLinesData, ThrowOnError>): RequestResult<GetRejectedLinesResponses, GetRejectedLinesErrors, ThrowOnError>;
    /**
     * Find items, sellers and offers
     *
     * What an item id, a SellerId or a SKU begins with finds items, sellers and offers of all marketplaces. Titles and names are shown, and not searched.
     *
     * Needs the right operator:market:read.
     */
    searchMarket<ThrowOnError extends boolean = true>(options: Options<SearchMarketData, ThrowOnError>): RequestResult<SearchMarketResponses, SearchMarketErrors, ThrowOnError>;
    /**
     * Read an item and its buy boxes
     *
     * The operator's record of an item, and each of its buy boxes: who holds it, at which price, who is next, and why.
     *
     * Needs the right operator:market:read.
     */
    getOperatorItem<ThrowOnError extends boolean = true>(options: Options<GetOperatorItemData, ThrowOnError>): RequestResult<GetOperatorItemResponses, GetOperatorItemErrors, ThrowOnError>;
    /**
     * Explain all offers on an item
     *
     * Every offer on an item, of all sellers and conditions, on sale or not: the verdict of each gate of the buy box rule, why the offer holds its buy box or does not, and the highest price with which it would. Answers "which offers keep this seller out of the buy box?". Costs and limits of sellers are not shown.
     *
     * Needs the right operator:market:read.
     */
    explainItemOffers<ThrowOnError extends boolean = true>(options: Options<ExplainItemOffersData, ThrowOnError>): RequestResult<ExplainItemOffersResponses, ExplainItemOffersErrors, ThrowOnError>;
    /**
     * Read the history of a buy box
     *
     * Who held a buy box of an item, at which price, and the lowest price of its offers, step by step: each step lasts until the next one. What sellers read as `priceHistory`, with the SKU of every holder.
     *
     * Needs the right operator:market:read.
     */
    getItemHistory<ThrowOnError extends boolean = true>(options: Options<GetItemHistoryData, ThrowOnError>): RequestResult<GetItemHistoryResponses, GetItemHistoryErrors, ThrowOnError>;
    /**
     * Read the events about an item
     *
     * What sellers were told about an item, the newest first, and which sellers. Events of removed items are there, too. Whether a destination of a seller got it is in the log of its deliveries.
     *
     * Needs the right operator:market:read.
     */
    getItemEvents<ThrowOnError extends boolean = true>(options: Options<GetItemEventsData, ThrowOnError>): RequestResult<GetItemEventsResponses, GetItemEventsErrors, ThrowOnError>;
    /**
     * Read who was told of an event
     *
     * The sellers that were told of an event about an item, with its number in the sequence of each.
     *
     * Needs the right operator:market:read.
     */
    getItemEventReceivers<ThrowOnError extends boolean = true>(options: Options<GetItemEventReceiversData, ThrowOnError>): RequestResult<GetItemEventReceiversResponses, GetItemEventReceiversErrors, ThrowOnError>;
    /**
     * Follow price changes
     *
     * The price changes of a marketplace in the order of their numbers, which have no gaps: in `direct` what was applied, in `confirmed` what waits for an outcome. Each is shown as it is now. With `Prefer: wait=N` the answer waits for the first change after `after`.
     *
     * Needs the right operator:market:read.
     */
    getPriceChangeFeed<ThrowOnError extends boolean = true>(options: Options<GetPriceChangeFeedData, ThrowOnError>): RequestResult<GetPriceChangeFeedResponses, GetPriceChangeFeedErrors, ThrowOnError>;
    /**
     * Say what became of price changes
     *
     * With `PRICE_CHANGES=confirmed`: what your system did with changes that wait for it. A change that you applied is in force when this is answered. You can send the same outcomes again without harm. An outcome that comes after the time-out counts.
     *
     * Needs the right operator:market:write.
     */
    settlePriceChanges<ThrowOnError extends boolean = true>(options: Options<SettlePriceChangesData, ThrowOnError>): RequestResult<SettlePriceChangesResponses, SettlePriceChangesErrors, ThrowOnError>;
    /**
     * List sellers and their people
     *
     * The sellers that have people or applications at the embedded identity provider, in the order of their ids, with their members.
     *
     * Needs the right operator:sellers:read.
     */
    listSellers<ThrowOnError extends boolean = true>(options?: Options<ListSellersData, ThrowOnError>): RequestResult<ListSellersResponses, ListSellersErrors, ThrowOnError>;
    /**
     * Read one seller and its people
     *
     * The seller, whether it is enabled, and its members.
     *
     * Needs the right operator:sellers:read.
     */
    getSeller<ThrowOnError extends boolean = true>(options: Options<GetSellerData, ThrowOnError>): RequestResult<GetSellerResponses, GetSellerErrors, ThrowOnError>;
    /**
     * Disable or enable a seller
     *
     * While a seller is DISABLED, nobody can sign in to it, the tokens of its people and applications stop working within `IDP_CACHE_SECONDS`, and nothing is sent to its notification destinations. Its offers stay. Nothing is removed: ENABLED brings the access back.
     *
     * Needs the right operator:sellers:write.
     */
    changeSeller<ThrowOnError extends boolean = true>(options: Options<ChangeSellerData, ThrowOnError>): RequestResult<ChangeSellerResponses, ChangeSellerErrors, ThrowOnError>;
    /**
     * Disable or enable an account
     *
     * While an account is DISABLED, its person cannot sign in, and the tokens that it gave applications stop working within `IDP_CACHE_SECONDS`. ENABLED brings them back, sessions not.
     *
     * Needs the right operator:sellers:write.
     */
    changeAccount<ThrowOnError extends boolean = true>(options: Options<ChangeAccountData, ThrowOnError>): RequestResult<ChangeAccountResponses, ChangeAccountErrors, ThrowOnError>;
    /**
     * List applications
     *
     * Sellers' own applications, those of the operator, and those that registered themselves, in the order of their ids.
     *
     * Needs the right operator:sellers:read.
     */
    listApplications<ThrowOnError extends boolean = true>(options?: Options<ListApplicationsData, ThrowOnError>): RequestResult<ListApplicationsResponses, ListApplicationsErrors, ThrowOnError>;
    /**
     * Verify or disable an application
     *
     * `verified`: you know whose application it is, and the consent page no longer says that it is not verified. While it is DISABLED, it gets no token, and those that it has stop working within `IDP_CACHE_SECONDS`; the grants of sellers stay.
     *
     * Needs the right operator:sellers:write.
     */
    changeApplication<ThrowOnError extends boolean = true>(options: Options<ChangeApplicationData, ThrowOnError>): RequestResult<ChangeApplicationResponses, ChangeApplicationErrors, ThrowOnError>;
    /**
     * List the grants of a seller
     *
     * The applications that people of the seller gave access to, with their rights, who gave it, and when it was last used. The seller's own applications are in the list of applications; its people withdraw a grant on the page "Connected applications".
     *
     * Needs the right operator:sellers:read.
     */
    listGrants<ThrowOnError extends boolean = true>(options: Options<ListGrantsData, ThrowOnError>): RequestResult<ListGrantsResponses, ListGrantsErrors, ThrowOnError>;
    /**
     * Invite a seller's first owner
     *
     * Sends an e-mail with a link, which works once, for 7 days, as long as nobody works for the seller. Inviting again ends the link before. Whoever accepts becomes the owner, and invites others.
     *
     * Needs the right operator:sellers:write.
     */
    inviteOwner<ThrowOnError extends boolean = true>(options: Options<InviteOwnerData, ThrowOnError>): RequestResult<InviteOwnerResponses, InviteOwnerErrors, ThrowOnError>;
    /**
     * List sign-ins and failures
     *
     * The latest first: who signed in to the embedded identity provider, from which device and address, and attempts that failed. They are stored for 90 days. Attempts that the provider throttled are not in it.
     *
     * Needs the right operator:sellers:read.
     */
    listSignIns<ThrowOnError extends boolean = true>(options?: Options<ListSignInsData, ThrowOnError>): RequestResult<ListSignInsResponses, ListSignInsErrors, ThrowOnError>;
    /**
     * List people who wait for help
     *
     * The people whose passkeys, authenticator app and recovery codes are to be removed, in the order of their accountIds, with the time of the removal and the operator who vouched, if one did.
     *
     * Needs the right operator:sellers:read.
     */
    listFactorHelp<ThrowOnError extends boolean = true>(options?: Options<ListFactorHelpData, ThrowOnError>): RequestResult<ListFactorHelpResponses, ListFactorHelpErrors, ThrowOnError>;
    /**
     * Help with lost factors
     *
     * For a person who lost every passkey, authenticator app and recovery code. The first operator begins a wait of 72 hours, in which the person gets e-mails and can stop it; a second operator removes the factors at once. Then the person signs in with the password and sets up a new factor. Needs a person of the operator: an application cannot vouch.
     *
     * Needs the right operator:sellers:write.
     */
    helpWithFactors<ThrowOnError extends boolean = true>(options: Options<HelpWithFactorsData, ThrowOnError>): RequestResult<HelpWithFactorsResponses, HelpWithFactorsErrors, ThrowOnError>;
    /**
     * List the operator's people
     *
     * The accounts that sign in to the operator console, in the order of their ids, with their rights.
     *
     * Needs the right operator:admin.
     */
    listOperators<ThrowOnError extends boolean = true>(options?: Options<ListOperatorsData, ThrowOnError>): RequestResult<ListOperatorsResponses, ListOperatorsErrors, ThrowOnError>;
    /**
     * Invite a person of the operator
     *
     * Creates the account and sends an e-mail: the person chooses a password, and sets up a second factor at the first sign-in. You can give only rights that you have.
     *
     * Needs the right operator:admin.
     */
    inviteOperator<ThrowOnError extends boolean = true>(options: Options<InviteOperatorData, ThrowOnError>): RequestResult<InviteOperatorResponses, InviteOperatorErrors, ThrowOnError>;
    /**
     * Change a person of the operator
     *
     * Tokens have the new rights, or none while the account is DISABLED, within `IDP_CACHE_SECONDS`. You can add only rights that you have. One enabled account always has operator:admin.
     *
     * Needs the right operator:admin.
     */
    changeOperator<ThrowOnError extends boolean = true>(options: Options<ChangeOperatorData, ThrowOnError>): RequestResult<ChangeOperatorResponses, ChangeOperatorErrors, ThrowOnError>;
    /**
     * Read who uses the API
     *
     * How many requests were answered, with which statuses, what was refused and why, and how long they took. Without parameters: the busiest
     * applications of today.
     *
     * Every request is counted, by application, seller, operation, status and reason: also those that are refused before anything is
     * read, those of the operator, and those without a valid token, which are all one caller. No address, no path and no identifier of an item is
     * kept. `gaps` names the times of which counts are missing.
     *
     * Needs the right operator:sellers:read.
     */
    getUsage<ThrowOnError extends boolean = true>(options?: Options<GetUsageData, ThrowOnError>): RequestResult<GetUsageResponses, GetUsageErrors, ThrowOnError>;
    /**
     * Find support sessions
     *
     * The newest first, of all people of the operator. They are kept for 400 days.
     *
     * Needs the right operator:support.
     */
    listSupportSessions<ThrowOnError extends boolean = true>(options?: Options<ListSupportSessionsData, ThrowOnError>): RequestResult<ListSupportSessionsResponses, ListSupportSessionsErrors, ThrowOnError>;
    /**
     * See the console as a seller
     *
     * Begins a support session: its token reads what the console of this seller shows, for an hour at most, and nothing else. It sees no costs, and no call with it changes anything. The session is in the audit log of the operator and of the seller; the owners of the seller see the reason, and can end it. The same `Idempotency-Key` gives the same session with another token: the one before is no longer accepted.
     *
     * Needs the right operator:support.
     */
    beginSupportSession<ThrowOnError extends boolean = true>(options: Options<BeginSupportSessionData, ThrowOnError>): RequestResult<BeginSupportSessionResponses, BeginSupportSessionErrors, ThrowOnError>;
    /**
     * Stop a support session
     *
     * At once. One that has ended already is answered as it is.
     *
     * Needs the right operator:support.
     */
    endSupportSession<ThrowOnError extends boolean = true>(options: Options<EndSupportSessionData, ThrowOnError>): RequestResult<EndSupportSessionResponses, EndSupportSessionErrors, ThrowOnError>;
    /**
     * List destinations of sellers
     *
     * Where sellers want notifications, whether that works, why the last attempt failed, and how long the oldest notification waits. No settings: no path of a webhook, no header, no secret, no key, and no whole address of a person.
     *
     * Needs the right operator:sellers:read.
     */
    listDestinationsOfSellers<ThrowOnError extends boolean = true>(options?: Options<ListDestinationsOfSellersData, ThrowOnError>): RequestResult<ListDestinationsOfSellersResponses, ListDestinationsOfSellersErrors, ThrowOnError>;
    /**
     * List deliveries of sellers
     *
     * What was queued for destinations, what became of it and why, newest first. Name at least one of sellerId, destinationId and eventId. Events and the answers of receivers are not shown: they belong to the seller.
     *
     * Needs the right operator:sellers:read.
     */
    listDeliveriesOfSellers<ThrowOnError extends boolean = true>(options?: Options<ListDeliveriesOfSellersData, ThrowOnError>): RequestResult<ListDeliveriesOfSellersResponses, ListDeliveriesOfSellersErrors, ThrowOnError>;
    /**
     * Read a delivery of a seller
     *
     * A delivery with every attempt and its cause.
     *
     * Needs the right operator:sellers:read.
     */
    getDeliveryOfSeller<ThrowOnError extends boolean = true>(options: Options<GetDeliveryOfSellerData, ThrowOnError>): RequestResult<GetDeliveryOfSellerResponses, GetDeliveryOfSellerErrors, ThrowOnError>;
    /**
     * List events of a seller
     *
     * The events that were made for a seller, newest first, and what became of each at each of its destinations: also why one did not get it. Where there is none, `none` says why. What an event says is not shown. Reading it makes nobody a receiver of events.
     *
     * Needs the right operator:sellers:read.
     */
    listEventsOfSeller<ThrowOnError extends boolean = true>(options: Options<ListEventsOfSellerData, ThrowOnError>): RequestResult<ListEventsOfSellerResponses, ListEventsOfSellerErrors, ThrowOnError>;
    /**
     * Trace a notification
     *
     * From the id of a delivery, an event or a destination to its cause: the change of the market, the event that it became, and for each destination whether it was queued, held, left out by a filter or never for it, every failed attempt, and what it waits for.
     *
     * Needs the right operator:sellers:read.
     */
    traceNotification<ThrowOnError extends boolean = true>(options: Options<TraceNotificationData, ThrowOnError>): RequestResult<TraceNotificationResponses, TraceNotificationErrors, ThrowOnError>;
    /**
     * List notes to sellers
     *
     * What the operator told all sellers, tells them now, or will.
     *
     * Needs the right operator:sellers:read.
     */
    listNotes<ThrowOnError extends boolean = true>(options?: Options<ListNotesData, ThrowOnError>): RequestResult<ListNotesResponses, ListNotesErrors, ThrowOnError>;
    /**
     * Tell all sellers something
     *
     * Creates a note, such as "Maintenance tonight". The console shows it to every seller from one time until another, and GET /sellers/v4/notes gives it to their programs. It is plain text. The audit log has that it was created, not what it says.
     *
     * Needs the right operator:sellers:write.
     */
    createNote<ThrowOnError extends boolean = true>(options: Options<CreateNoteData, ThrowOnError>): RequestResult<CreateNoteResponses, CreateNoteErrors, ThrowOnError>;
    /**
     * Delete a note to sellers
     *
     * Sellers do not see it any more.
     *
     * Needs the right operator:sellers:write.
     */
    deleteNote<ThrowOnError extends boolean = true>(options: Options<DeleteNoteData, ThrowOnError>): RequestResult<DeleteNoteResponses, DeleteNoteErrors, ThrowOnError>;
    /**
     * List sellers of the market
     *
     * Every seller that the operator has sent a record of: how many listings in which state, its share of the buy boxes today, how its destinations are and how much it used the API today. In the order of SellerIds; GET /operator/v1/usage has the busiest first, GET /operator/v1/destinations those that fail.
     *
     * Needs the right operator:sellers:read.
     */
    listMarketSellers<ThrowOnError extends boolean = true>(options?: Options<ListMarketSellersData, ThrowOnError>): RequestResult<ListMarketSellersResponses, ListMarketSellersErrors, ThrowOnError>;
    /**
     * Read a seller of the market
     *
     * Its listings, its share of the buy boxes in the last seven days, its destinations and its usage of today. Its people are in GET /operator/v1/sellers/{sellerId}, its applications in GET /operator/v1/applications.
     *
     * Needs the right operator:sellers:read.
     */
    getMarketSeller<ThrowOnError extends boolean = true>(options: Options<GetMarketSellerData, ThrowOnError>): RequestResult<GetMarketSellerResponses, GetMarketSellerErrors, ThrowOnError>;
    /**
     * List price changes of a seller
     *
     * What a seller, its applications and its people changed, newest first: the terms before and after, who did it and what became of it. Not its limits, costs or nets, and no figures of refusals, which may contain them (decision 50).
     *
     * Needs the right operator:sellers:read.
     */
    listPriceChangesOfSeller<ThrowOnError extends boolean = true>(options: Options<ListPriceChangesOfSellerData, ThrowOnError>): RequestResult<ListPriceChangesOfSellerResponses, ListPriceChangesOfSellerErrors, ThrowOnError>;
    /**
     * List reports of a seller
     *
     * Which reports a seller and its applications asked for, newest first, how far they are, and why one was not made.
     *
     * Needs the right operator:sellers:read.
     */
    listReportsOfSeller<ThrowOnError extends boolean = true>(options: Options<ListReportsOfSellerData, ThrowOnError>): RequestResult<ListReportsOfSellerResponses, ListReportsOfSellerErrors, ThrowOnError>;
    /**
     * Read how the service does
     *
     * The processes with their versions, what waits and for how long, the background work, the data store, the disks, the last backup, and what
     * the doctor found, with what to do. The answer is at most five seconds old; the doctor's findings have a time of their own: asking begins an examination when
     * the last one is older than five minutes, and the answer does not wait for it.
     *
     * It names machines and processes of the operator, so it needs `operator:admin`. It has no setting's value that is secret.
     *
     * Needs the right operator:admin.
     */
    getService<ThrowOnError extends boolean = true>(options?: Options<GetServiceData, ThrowOnError>): RequestResult<GetServiceResponses, GetServiceErrors, ThrowOnError>;
    /**
     * Change market data
     *
     * Takes market records as JSON lines or as one JSON array, and applies them in order, in batches, while they arrive. The answer lists rejected records by line, field and reason, and names unknown fields in `warnings`. All other records are applied, and their effect is visible when the answer arrives. You can send the same records again without harm. The body has no size limit, but must arrive within 5 minutes: split more than that into several requests, or use `npm run import`.
     *
     * Needs the right operator:market:write.
     */
    applyChanges<ThrowOnError extends boolean = true>(options: Options<ApplyChangesData, ThrowOnError>): RequestResult<ApplyChangesResponses, ApplyChangesErrors, ThrowOnError>;
}
export {};
