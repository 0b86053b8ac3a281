// Written by `npm run generate` from openapi.json. Do not edit.

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

class HeyApiClient {
    protected client: Client;
    
    constructor(args: {
        client: Client;
    }) {
        this.client = args.client;
    }
}

export class OperatorOperations extends HeyApiClient {
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
    public getAudit<ThrowOnError extends boolean = true>(options?: Options<GetAuditData, ThrowOnError>): RequestResult<GetAuditResponses, GetAuditErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetAuditResponses, GetAuditErrors, ThrowOnError>({ url: '/operator/v1/audit', ...options });
    }
    
    /**
     * List marketplaces with counts
     *
     * Every marketplace: how many items, offers and sellers it has, how many offers are on sale and in which state, how fresh that is, the last import, and the fee schedule in force with those to come. Counting ends at a bound, and the count says so; it is repeated every ten seconds at most.
     *
     * Needs the right operator:market:read.
     */
    public getMarketplaces<ThrowOnError extends boolean = true>(options?: Options<GetMarketplacesData, ThrowOnError>): RequestResult<GetMarketplacesResponses, GetMarketplacesErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetMarketplacesResponses, GetMarketplacesErrors, ThrowOnError>({ url: '/operator/v1/marketplaces', ...options });
    }
    
    /**
     * Download market data
     *
     * The market records as `npm run export` writes them, as JSON lines that an import reads in this order: those of one instant, however long the download takes. It goes out as fast as you read, for 5 minutes at most: a download that breaks off is incomplete, and cannot go on. Use `compression=GZIP`, single kinds and single marketplaces for large markets, or the command. Records of sellers have their addresses, so it needs `operator:market:write`, and is in the audit log.
     *
     * Needs the right operator:market:write.
     */
    public exportMarket<ThrowOnError extends boolean = true>(options?: Options<ExportMarketData, ThrowOnError>): RequestResult<ExportMarketResponses, ExportMarketErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ExportMarketResponses, ExportMarketErrors, ThrowOnError>({ url: '/operator/v1/export', ...options });
    }
    
    /**
     * List imports
     *
     * Files that were uploaded, and runs of `npm run import`: who, when, how far, how fast, and how many lines were rejected.
     *
     * Needs the right operator:market:read.
     */
    public listImports<ThrowOnError extends boolean = true>(options?: Options<ListImportsData, ThrowOnError>): RequestResult<ListImportsResponses, ListImportsErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ListImportsResponses, ListImportsErrors, ThrowOnError>({ url: '/operator/v1/imports', ...options });
    }
    
    /**
     * Upload a file of market data
     *
     * Takes a file as `npm run import` reads it: JSON lines, a JSON array or CSV, plain or as gzip, of any media type. The file is stored, and a worker then checks every line without writing anything: when the import is CHECKED, look at its counts and rejected lines, then apply it. `IMPORT_UPLOAD_MB` bounds the file, and what it is when it is decompressed. It must arrive within 5 minutes.
     *
     * Needs the right operator:market:write.
     */
    public uploadImport<ThrowOnError extends boolean = true>(options: Options<UploadImportData, ThrowOnError>): RequestResult<UploadImportResponses, UploadImportErrors, ThrowOnError> {
        return (options.client ?? this.client).post<UploadImportResponses, UploadImportErrors, ThrowOnError>({
            bodySerializer: null,
            url: '/operator/v1/imports',
            ...options,
            headers: {
                'Content-Type': 'application/octet-stream',
                ...options.headers
            }
        });
    }
    
    /**
     * Read how far an import is
     *
     * One import, with its counts, its progress, and why it was refused or failed.
     *
     * Needs the right operator:market:read.
     */
    public getImport<ThrowOnError extends boolean = true>(options: Options<GetImportData, ThrowOnError>): RequestResult<GetImportResponses, GetImportErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetImportResponses, GetImportErrors, ThrowOnError>({ url: '/operator/v1/imports/{importId}', ...options });
    }
    
    /**
     * Apply a checked import
     *
     * Has a worker write the records of an import that is CHECKED. One import at a time is written for each marketplace: the others wait. Rejected lines do not stop it. What a killed process left is begun again, which does no harm.
     *
     * Needs the right operator:market:write.
     */
    public applyImport<ThrowOnError extends boolean = true>(options: Options<ApplyImportData, ThrowOnError>): RequestResult<ApplyImportResponses, ApplyImportErrors, ThrowOnError> {
        return (options.client ?? this.client).post<ApplyImportResponses, ApplyImportErrors, ThrowOnError>({ url: '/operator/v1/imports/{importId}/apply', ...options });
    }
    
    /**
     * Cancel an import
     *
     * Ends an import. One that is being written ends within seconds, and what it has written stays; it can be imported again without harm. A run of `npm run import` ends with its command.
     *
     * Needs the right operator:market:write.
     */
    public cancelImport<ThrowOnError extends boolean = true>(options: Options<CancelImportData, ThrowOnError>): RequestResult<CancelImportResponses, CancelImportErrors, ThrowOnError> {
        return (options.client ?? this.client).post<CancelImportResponses, CancelImportErrors, ThrowOnError>({ url: '/operator/v1/imports/{importId}/cancel', ...options });
    }
    
    /**
     * Download rejected lines
     *
     * The lines that the last check or application of an import rejected, with file, line, field and reason. The first problem of a line has its text, so that it can be corrected. Of a run of `npm run import` it has the first 100,000; the file that the command names has all.
     *
     * Needs the right operator:market:read.
     */
    public getRejectedLines<ThrowOnError extends boolean = true>(options: Options<GetRejectedLinesData, ThrowOnError>): RequestResult<GetRejectedLinesResponses, GetRejectedLinesErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetRejectedLinesResponses, GetRejectedLinesErrors, ThrowOnError>({ url: '/operator/v1/imports/{importId}/rejected', ...options });
    }
    
    /**
     * Find items, sellers and offers
     *
     * What an item id, a SellerId or a SKU begins with finds items, sellers and offers of all marketplaces. Titles and names are shown, and not searched.
     *
     * Needs the right operator:market:read.
     */
    public searchMarket<ThrowOnError extends boolean = true>(options: Options<SearchMarketData, ThrowOnError>): RequestResult<SearchMarketResponses, SearchMarketErrors, ThrowOnError> {
        return (options.client ?? this.client).get<SearchMarketResponses, SearchMarketErrors, ThrowOnError>({ url: '/operator/v1/search', ...options });
    }
    
    /**
     * Read an item and its buy boxes
     *
     * The operator's record of an item, and each of its buy boxes: who holds it, at which price, who is next, and why.
     *
     * Needs the right operator:market:read.
     */
    public getOperatorItem<ThrowOnError extends boolean = true>(options: Options<GetOperatorItemData, ThrowOnError>): RequestResult<GetOperatorItemResponses, GetOperatorItemErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetOperatorItemResponses, GetOperatorItemErrors, ThrowOnError>({ url: '/operator/v1/items/{storeItemId}', ...options });
    }
    
    /**
     * Explain all offers on an item
     *
     * Every offer on an item, of all sellers and conditions, on sale or not: the verdict of each gate of the buy box rule, why the offer holds its buy box or does not, and the highest price with which it would. Answers "which offers keep this seller out of the buy box?". Costs and limits of sellers are not shown.
     *
     * Needs the right operator:market:read.
     */
    public explainItemOffers<ThrowOnError extends boolean = true>(options: Options<ExplainItemOffersData, ThrowOnError>): RequestResult<ExplainItemOffersResponses, ExplainItemOffersErrors, ThrowOnError> {
        return (options.client ?? this.client).get<ExplainItemOffersResponses, ExplainItemOffersErrors, ThrowOnError>({ url: '/operator/v1/items/{storeItemId}/offers', ...options });
    }
    
    /**
     * Read the history of a buy box
     *
     * Who held a buy box of an item, at which price, and the lowest price of its offers, step by step: each step lasts until the next one. What sellers read as `priceHistory`, with the SKU of every holder.
     *
     * Needs the right operator:market:read.
     */
    public getItemHistory<ThrowOnError extends boolean = true>(options: Options<GetItemHistoryData, ThrowOnError>): RequestResult<GetItemHistoryResponses, GetItemHistoryErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetItemHistoryResponses, GetItemHistoryErrors, ThrowOnError>({ url: '/operator/v1/items/{storeItemId}/history', ...options });
    }
    
    /**
     * Read the events about an item
     *
     * What sellers were told about an item, the newest first, and which sellers. Events of removed items are there, too. Whether a destination of a seller got it is in the log of its deliveries.
     *
     * Needs the right operator:market:read.
     */
    public getItemEvents<ThrowOnError extends boolean = true>(options: Options<GetItemEventsData, ThrowOnError>): RequestResult<GetItemEventsResponses, GetItemEventsErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetItemEventsResponses, GetItemEventsErrors, ThrowOnError>({ url: '/operator/v1/items/{storeItemId}/events', ...options });
    }
    
    /**
     * Read who was told of an event
     *
     * The sellers that were told of an event about an item, with its number in the sequence of each.
     *
     * Needs the right operator:market:read.
     */
    public getItemEventReceivers<ThrowOnError extends boolean = true>(options: Options<GetItemEventReceiversData, ThrowOnError>): RequestResult<GetItemEventReceiversResponses, GetItemEventReceiversErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetItemEventReceiversResponses, GetItemEventReceiversErrors, ThrowOnError>({ url: '/operator/v1/items/{storeItemId}/events/{revision}/receivers', ...options });
    }
    
    /**
     * Follow price changes
     *
     * The price changes of a marketplace in the order of their numbers, which have no gaps: in `direct` what was applied, in `confirmed` what waits for an outcome. Each is shown as it is now. With `Prefer: wait=N` the answer waits for the first change after `after`.
     *
     * Needs the right operator:market:read.
     */
    public getPriceChangeFeed<ThrowOnError extends boolean = true>(options: Options<GetPriceChangeFeedData, ThrowOnError>): RequestResult<GetPriceChangeFeedResponses, GetPriceChangeFeedErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetPriceChangeFeedResponses, GetPriceChangeFeedErrors, ThrowOnError>({ url: '/operator/v1/priceChanges', ...options });
    }
    
    /**
     * Say what became of price changes
     *
     * With `PRICE_CHANGES=confirmed`: what your system did with changes that wait for it. A change that you applied is in force when this is answered. You can send the same outcomes again without harm. An outcome that comes after the time-out counts.
     *
     * Needs the right operator:market:write.
     */
    public settlePriceChanges<ThrowOnError extends boolean = true>(options: Options<SettlePriceChangesData, ThrowOnError>): RequestResult<SettlePriceChangesResponses, SettlePriceChangesErrors, ThrowOnError> {
        return (options.client ?? this.client).post<SettlePriceChangesResponses, SettlePriceChangesErrors, ThrowOnError>({
            url: '/operator/v1/priceChanges/outcomes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List sellers and their people
     *
     * The sellers that have people or applications at the embedded identity provider, in the order of their ids, with their members.
     *
     * Needs the right operator:sellers:read.
     */
    public listSellers<ThrowOnError extends boolean = true>(options?: Options<ListSellersData, ThrowOnError>): RequestResult<ListSellersResponses, ListSellersErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ListSellersResponses, ListSellersErrors, ThrowOnError>({ url: '/operator/v1/sellers', ...options });
    }
    
    /**
     * Read one seller and its people
     *
     * The seller, whether it is enabled, and its members.
     *
     * Needs the right operator:sellers:read.
     */
    public getSeller<ThrowOnError extends boolean = true>(options: Options<GetSellerData, ThrowOnError>): RequestResult<GetSellerResponses, GetSellerErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetSellerResponses, GetSellerErrors, ThrowOnError>({ url: '/operator/v1/sellers/{sellerId}', ...options });
    }
    
    /**
     * Disable or enable a seller
     *
     * While a seller is DISABLED, nobody can sign in to it, the tokens of its people and applications stop working within `IDP_CACHE_SECONDS`, and nothing is sent to its notification destinations. Its offers stay. Nothing is removed: ENABLED brings the access back.
     *
     * Needs the right operator:sellers:write.
     */
    public changeSeller<ThrowOnError extends boolean = true>(options: Options<ChangeSellerData, ThrowOnError>): RequestResult<ChangeSellerResponses, ChangeSellerErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<ChangeSellerResponses, ChangeSellerErrors, ThrowOnError>({
            url: '/operator/v1/sellers/{sellerId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Disable or enable an account
     *
     * While an account is DISABLED, its person cannot sign in, and the tokens that it gave applications stop working within `IDP_CACHE_SECONDS`. ENABLED brings them back, sessions not.
     *
     * Needs the right operator:sellers:write.
     */
    public changeAccount<ThrowOnError extends boolean = true>(options: Options<ChangeAccountData, ThrowOnError>): RequestResult<ChangeAccountResponses, ChangeAccountErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<ChangeAccountResponses, ChangeAccountErrors, ThrowOnError>({
            url: '/operator/v1/accounts/{accountId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List applications
     *
     * Sellers' own applications, those of the operator, and those that registered themselves, in the order of their ids.
     *
     * Needs the right operator:sellers:read.
     */
    public listApplications<ThrowOnError extends boolean = true>(options?: Options<ListApplicationsData, ThrowOnError>): RequestResult<ListApplicationsResponses, ListApplicationsErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ListApplicationsResponses, ListApplicationsErrors, ThrowOnError>({ url: '/operator/v1/applications', ...options });
    }
    
    /**
     * Verify or disable an application
     *
     * `verified`: you know whose application it is, and the consent page no longer says that it is not verified. While it is DISABLED, it gets no token, and those that it has stop working within `IDP_CACHE_SECONDS`; the grants of sellers stay.
     *
     * Needs the right operator:sellers:write.
     */
    public changeApplication<ThrowOnError extends boolean = true>(options: Options<ChangeApplicationData, ThrowOnError>): RequestResult<ChangeApplicationResponses, ChangeApplicationErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<ChangeApplicationResponses, ChangeApplicationErrors, ThrowOnError>({
            url: '/operator/v1/applications/{clientId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List the grants of a seller
     *
     * The applications that people of the seller gave access to, with their rights, who gave it, and when it was last used. The seller's own applications are in the list of applications; its people withdraw a grant on the page "Connected applications".
     *
     * Needs the right operator:sellers:read.
     */
    public listGrants<ThrowOnError extends boolean = true>(options: Options<ListGrantsData, ThrowOnError>): RequestResult<ListGrantsResponses, ListGrantsErrors, ThrowOnError> {
        return (options.client ?? this.client).get<ListGrantsResponses, ListGrantsErrors, ThrowOnError>({ url: '/operator/v1/sellers/{sellerId}/grants', ...options });
    }
    
    /**
     * Invite a seller's first owner
     *
     * Sends an e-mail with a link, which works once, for 7 days, as long as nobody works for the seller. Inviting again ends the link before. Whoever accepts becomes the owner, and invites others.
     *
     * Needs the right operator:sellers:write.
     */
    public inviteOwner<ThrowOnError extends boolean = true>(options: Options<InviteOwnerData, ThrowOnError>): RequestResult<InviteOwnerResponses, InviteOwnerErrors, ThrowOnError> {
        return (options.client ?? this.client).post<InviteOwnerResponses, InviteOwnerErrors, ThrowOnError>({
            url: '/operator/v1/sellers/{sellerId}/ownerInvitations',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List sign-ins and failures
     *
     * The latest first: who signed in to the embedded identity provider, from which device and address, and attempts that failed. They are stored for 90 days. Attempts that the provider throttled are not in it.
     *
     * Needs the right operator:sellers:read.
     */
    public listSignIns<ThrowOnError extends boolean = true>(options?: Options<ListSignInsData, ThrowOnError>): RequestResult<ListSignInsResponses, ListSignInsErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ListSignInsResponses, ListSignInsErrors, ThrowOnError>({ url: '/operator/v1/signIns', ...options });
    }
    
    /**
     * List people who wait for help
     *
     * The people whose passkeys, authenticator app and recovery codes are to be removed, in the order of their accountIds, with the time of the removal and the operator who vouched, if one did.
     *
     * Needs the right operator:sellers:read.
     */
    public listFactorHelp<ThrowOnError extends boolean = true>(options?: Options<ListFactorHelpData, ThrowOnError>): RequestResult<ListFactorHelpResponses, ListFactorHelpErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ListFactorHelpResponses, ListFactorHelpErrors, ThrowOnError>({ url: '/operator/v1/factorHelp', ...options });
    }
    
    /**
     * Help with lost factors
     *
     * For a person who lost every passkey, authenticator app and recovery code. The first operator begins a wait of 72 hours, in which the person gets e-mails and can stop it; a second operator removes the factors at once. Then the person signs in with the password and sets up a new factor. Needs a person of the operator: an application cannot vouch.
     *
     * Needs the right operator:sellers:write.
     */
    public helpWithFactors<ThrowOnError extends boolean = true>(options: Options<HelpWithFactorsData, ThrowOnError>): RequestResult<HelpWithFactorsResponses, HelpWithFactorsErrors, ThrowOnError> {
        return (options.client ?? this.client).post<HelpWithFactorsResponses, HelpWithFactorsErrors, ThrowOnError>({
            url: '/operator/v1/accounts/{accountId}/factorHelp',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List the operator's people
     *
     * The accounts that sign in to the operator console, in the order of their ids, with their rights.
     *
     * Needs the right operator:admin.
     */
    public listOperators<ThrowOnError extends boolean = true>(options?: Options<ListOperatorsData, ThrowOnError>): RequestResult<ListOperatorsResponses, ListOperatorsErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ListOperatorsResponses, ListOperatorsErrors, ThrowOnError>({ url: '/operator/v1/operators', ...options });
    }
    
    /**
     * Invite a person of the operator
     *
     * Creates the account and sends an e-mail: the person chooses a password, and sets up a second factor at the first sign-in. You can give only rights that you have.
     *
     * Needs the right operator:admin.
     */
    public inviteOperator<ThrowOnError extends boolean = true>(options: Options<InviteOperatorData, ThrowOnError>): RequestResult<InviteOperatorResponses, InviteOperatorErrors, ThrowOnError> {
        return (options.client ?? this.client).post<InviteOperatorResponses, InviteOperatorErrors, ThrowOnError>({
            url: '/operator/v1/operators',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Change a person of the operator
     *
     * Tokens have the new rights, or none while the account is DISABLED, within `IDP_CACHE_SECONDS`. You can add only rights that you have. One enabled account always has operator:admin.
     *
     * Needs the right operator:admin.
     */
    public changeOperator<ThrowOnError extends boolean = true>(options: Options<ChangeOperatorData, ThrowOnError>): RequestResult<ChangeOperatorResponses, ChangeOperatorErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<ChangeOperatorResponses, ChangeOperatorErrors, ThrowOnError>({
            url: '/operator/v1/operators/{accountId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
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
    public getUsage<ThrowOnError extends boolean = true>(options?: Options<GetUsageData, ThrowOnError>): RequestResult<GetUsageResponses, GetUsageErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetUsageResponses, GetUsageErrors, ThrowOnError>({ url: '/operator/v1/usage', ...options });
    }
    
    /**
     * Find support sessions
     *
     * The newest first, of all people of the operator. They are kept for 400 days.
     *
     * Needs the right operator:support.
     */
    public listSupportSessions<ThrowOnError extends boolean = true>(options?: Options<ListSupportSessionsData, ThrowOnError>): RequestResult<ListSupportSessionsResponses, ListSupportSessionsErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ListSupportSessionsResponses, ListSupportSessionsErrors, ThrowOnError>({ url: '/operator/v1/supportSessions', ...options });
    }
    
    /**
     * See the console as a seller
     *
     * Begins a support session: its token reads what the console of this seller shows, for an hour at most, and nothing else. It sees no costs, and no call with it changes anything. The session is in the audit log of the operator and of the seller; the owners of the seller see the reason, and can end it. The same `Idempotency-Key` gives the same session with another token: the one before is no longer accepted.
     *
     * Needs the right operator:support.
     */
    public beginSupportSession<ThrowOnError extends boolean = true>(options: Options<BeginSupportSessionData, ThrowOnError>): RequestResult<BeginSupportSessionResponses, BeginSupportSessionErrors, ThrowOnError> {
        return (options.client ?? this.client).post<BeginSupportSessionResponses, BeginSupportSessionErrors, ThrowOnError>({
            url: '/operator/v1/supportSessions',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Stop a support session
     *
     * At once. One that has ended already is answered as it is.
     *
     * Needs the right operator:support.
     */
    public endSupportSession<ThrowOnError extends boolean = true>(options: Options<EndSupportSessionData, ThrowOnError>): RequestResult<EndSupportSessionResponses, EndSupportSessionErrors, ThrowOnError> {
        return (options.client ?? this.client).post<EndSupportSessionResponses, EndSupportSessionErrors, ThrowOnError>({ url: '/operator/v1/supportSessions/{supportSessionId}/end', ...options });
    }
    
    /**
     * List destinations of sellers
     *
     * Where sellers want notifications, whether that works, why the last attempt failed, and how long the oldest notification waits. No settings: no path of a webhook, no header, no secret, no key, and no whole address of a person.
     *
     * Needs the right operator:sellers:read.
     */
    public listDestinationsOfSellers<ThrowOnError extends boolean = true>(options?: Options<ListDestinationsOfSellersData, ThrowOnError>): RequestResult<ListDestinationsOfSellersResponses, ListDestinationsOfSellersErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ListDestinationsOfSellersResponses, ListDestinationsOfSellersErrors, ThrowOnError>({ url: '/operator/v1/destinations', ...options });
    }
    
    /**
     * List deliveries of sellers
     *
     * What was queued for destinations, what became of it and why, newest first. Name at least one of sellerId, destinationId and eventId. Events and the answers of receivers are not shown: they belong to the seller.
     *
     * Needs the right operator:sellers:read.
     */
    public listDeliveriesOfSellers<ThrowOnError extends boolean = true>(options?: Options<ListDeliveriesOfSellersData, ThrowOnError>): RequestResult<ListDeliveriesOfSellersResponses, ListDeliveriesOfSellersErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ListDeliveriesOfSellersResponses, ListDeliveriesOfSellersErrors, ThrowOnError>({ url: '/operator/v1/deliveries', ...options });
    }
    
    /**
     * Read a delivery of a seller
     *
     * A delivery with every attempt and its cause.
     *
     * Needs the right operator:sellers:read.
     */
    public getDeliveryOfSeller<ThrowOnError extends boolean = true>(options: Options<GetDeliveryOfSellerData, ThrowOnError>): RequestResult<GetDeliveryOfSellerResponses, GetDeliveryOfSellerErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetDeliveryOfSellerResponses, GetDeliveryOfSellerErrors, ThrowOnError>({ url: '/operator/v1/deliveries/{deliveryId}', ...options });
    }
    
    /**
     * List events of a seller
     *
     * The events that were made for a seller, newest first, and what became of each at each of its destinations: also why one did not get it. Where there is none, `none` says why. What an event says is not shown. Reading it makes nobody a receiver of events.
     *
     * Needs the right operator:sellers:read.
     */
    public listEventsOfSeller<ThrowOnError extends boolean = true>(options: Options<ListEventsOfSellerData, ThrowOnError>): RequestResult<ListEventsOfSellerResponses, ListEventsOfSellerErrors, ThrowOnError> {
        return (options.client ?? this.client).get<ListEventsOfSellerResponses, ListEventsOfSellerErrors, ThrowOnError>({ url: '/operator/v1/sellers/{sellerId}/events', ...options });
    }
    
    /**
     * Trace a notification
     *
     * From the id of a delivery, an event or a destination to its cause: the change of the market, the event that it became, and for each destination whether it was queued, held, left out by a filter or never for it, every failed attempt, and what it waits for.
     *
     * Needs the right operator:sellers:read.
     */
    public traceNotification<ThrowOnError extends boolean = true>(options: Options<TraceNotificationData, ThrowOnError>): RequestResult<TraceNotificationResponses, TraceNotificationErrors, ThrowOnError> {
        return (options.client ?? this.client).get<TraceNotificationResponses, TraceNotificationErrors, ThrowOnError>({ url: '/operator/v1/trace', ...options });
    }
    
    /**
     * List notes to sellers
     *
     * What the operator told all sellers, tells them now, or will.
     *
     * Needs the right operator:sellers:read.
     */
    public listNotes<ThrowOnError extends boolean = true>(options?: Options<ListNotesData, ThrowOnError>): RequestResult<ListNotesResponses, ListNotesErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ListNotesResponses, ListNotesErrors, ThrowOnError>({ url: '/operator/v1/notes', ...options });
    }
    
    /**
     * Tell all sellers something
     *
     * Creates a note, such as "Maintenance tonight". The console shows it to every seller from one time until another, and GET /sellers/v4/notes gives it to their programs. It is plain text. The audit log has that it was created, not what it says.
     *
     * Needs the right operator:sellers:write.
     */
    public createNote<ThrowOnError extends boolean = true>(options: Options<CreateNoteData, ThrowOnError>): RequestResult<CreateNoteResponses, CreateNoteErrors, ThrowOnError> {
        return (options.client ?? this.client).post<CreateNoteResponses, CreateNoteErrors, ThrowOnError>({
            url: '/operator/v1/notes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a note to sellers
     *
     * Sellers do not see it any more.
     *
     * Needs the right operator:sellers:write.
     */
    public deleteNote<ThrowOnError extends boolean = true>(options: Options<DeleteNoteData, ThrowOnError>): RequestResult<DeleteNoteResponses, DeleteNoteErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<DeleteNoteResponses, DeleteNoteErrors, ThrowOnError>({ url: '/operator/v1/notes/{noteId}', ...options });
    }
    
    /**
     * List sellers of the market
     *
     * Every seller that the operator has sent a record of: how many listings in which state, its share of the buy boxes today, how its destinations are and how much it used the API today. In the order of SellerIds; GET /operator/v1/usage has the busiest first, GET /operator/v1/destinations those that fail.
     *
     * Needs the right operator:sellers:read.
     */
    public listMarketSellers<ThrowOnError extends boolean = true>(options?: Options<ListMarketSellersData, ThrowOnError>): RequestResult<ListMarketSellersResponses, ListMarketSellersErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ListMarketSellersResponses, ListMarketSellersErrors, ThrowOnError>({ url: '/operator/v1/marketSellers', ...options });
    }
    
    /**
     * Read a seller of the market
     *
     * Its listings, its share of the buy boxes in the last seven days, its destinations and its usage of today. Its people are in GET /operator/v1/sellers/{sellerId}, its applications in GET /operator/v1/applications.
     *
     * Needs the right operator:sellers:read.
     */
    public getMarketSeller<ThrowOnError extends boolean = true>(options: Options<GetMarketSellerData, ThrowOnError>): RequestResult<GetMarketSellerResponses, GetMarketSellerErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetMarketSellerResponses, GetMarketSellerErrors, ThrowOnError>({ url: '/operator/v1/marketSellers/{sellerId}', ...options });
    }
    
    /**
     * List price changes of a seller
     *
     * What a seller, its applications and its people changed, newest first: the terms before and after, who did it and what became of it. Not its limits, costs or nets, and no figures of refusals, which may contain them (decision 50).
     *
     * Needs the right operator:sellers:read.
     */
    public listPriceChangesOfSeller<ThrowOnError extends boolean = true>(options: Options<ListPriceChangesOfSellerData, ThrowOnError>): RequestResult<ListPriceChangesOfSellerResponses, ListPriceChangesOfSellerErrors, ThrowOnError> {
        return (options.client ?? this.client).get<ListPriceChangesOfSellerResponses, ListPriceChangesOfSellerErrors, ThrowOnError>({ url: '/operator/v1/sellers/{sellerId}/priceChanges', ...options });
    }
    
    /**
     * List reports of a seller
     *
     * Which reports a seller and its applications asked for, newest first, how far they are, and why one was not made.
     *
     * Needs the right operator:sellers:read.
     */
    public listReportsOfSeller<ThrowOnError extends boolean = true>(options: Options<ListReportsOfSellerData, ThrowOnError>): RequestResult<ListReportsOfSellerResponses, ListReportsOfSellerErrors, ThrowOnError> {
        return (options.client ?? this.client).get<ListReportsOfSellerResponses, ListReportsOfSellerErrors, ThrowOnError>({ url: '/operator/v1/sellers/{sellerId}/reports', ...options });
    }
    
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
    public getService<ThrowOnError extends boolean = true>(options?: Options<GetServiceData, ThrowOnError>): RequestResult<GetServiceResponses, GetServiceErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetServiceResponses, GetServiceErrors, ThrowOnError>({ url: '/operator/v1/service', ...options });
    }
    
    /**
     * Change market data
     *
     * Takes market records as JSON lines or as one JSON array, and applies them in order, in batches, while they arrive. The answer lists rejected records by line, field and reason, and names unknown fields in `warnings`. All other records are applied, and their effect is visible when the answer arrives. You can send the same records again without harm. The body has no size limit, but must arrive within 5 minutes: split more than that into several requests, or use `npm run import`.
     *
     * Needs the right operator:market:write.
     */
    public applyChanges<ThrowOnError extends boolean = true>(options: Options<ApplyChangesData, ThrowOnError>): RequestResult<ApplyChangesResponses, ApplyChangesErrors, ThrowOnError> {
        return (options.client ?? this.client).post<ApplyChangesResponses, ApplyChangesErrors, ThrowOnError>({
            url: '/operator/v1/changes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}
