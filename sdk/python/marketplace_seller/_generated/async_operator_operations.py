# Written by `npm --prefix sdk run generate` from openapi.json. Do not edit.
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Literal

from .. import _threads
from .._connected import AsyncConnected
from . import types
from .operator_operations import OperatorOperations


class AsyncOperatorOperations(AsyncConnected):
    """The operations of `OperatorOperations`, each in a thread: they may be awaited."""

    def __init__(self, operations: OperatorOperations) -> None:
        super().__init__(operations)
        self._operations = operations

    async def get_audit(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        who: str | None = None,
        operation: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.AuditEntries:
        """Read the audit log."""
        return await asyncio.to_thread(
            self._operations.get_audit,
            from_=from_,
            to=to,
            who=who,
            operation=operation,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_audit(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        who: str | None = None,
        operation: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.AuditEntry]:
        """All elements of the pages of `get_audit`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_audit(
                from_=from_,
                to=to,
                who=who,
                operation=operation,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_marketplaces(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorMarketplaces:
        """List marketplaces with counts."""
        return await asyncio.to_thread(
            self._operations.get_marketplaces,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def export_market(
        self,
        *,
        kind: Sequence[Literal["marketplace", "seller", "item", "offer", "feeSchedule", "priceGuard"]] | None = None,
        marketplace_id: str | None = None,
        compression: Literal["GZIP"] | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Download market data."""
        return await asyncio.to_thread(
            self._operations.export_market,
            kind=kind,
            marketplace_id=marketplace_id,
            compression=compression,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_imports(
        self,
        *,
        state: Sequence[Literal["UPLOADING", "CHECK_QUEUED", "CHECKING", "CHECKED", "APPLY_QUEUED", "APPLYING", "DONE", "REFUSED", "CANCELLED", "FAILED"]] | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Imports:
        """List imports."""
        return await asyncio.to_thread(
            self._operations.list_imports,
            state=state,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_imports(
        self,
        *,
        state: Sequence[Literal["UPLOADING", "CHECK_QUEUED", "CHECKING", "CHECKED", "APPLY_QUEUED", "APPLYING", "DONE", "REFUSED", "CANCELLED", "FAILED"]] | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Import]:
        """All elements of the pages of `list_imports`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_imports(
                state=state,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def upload_import(
        self,
        body: str | bytes,
        *,
        file_name: str,
        kind: Literal["marketplace", "seller", "item", "offer", "feeSchedule", "priceGuard"] | None = None,
        quiet: bool | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Import:
        """Upload a file of market data."""
        return await asyncio.to_thread(
            self._operations.upload_import,
            body,
            file_name=file_name,
            kind=kind,
            quiet=quiet,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_import(
        self,
        import_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Import:
        """Read how far an import is."""
        return await asyncio.to_thread(
            self._operations.get_import,
            import_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def apply_import(
        self,
        import_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Import:
        """Apply a checked import."""
        return await asyncio.to_thread(
            self._operations.apply_import,
            import_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def cancel_import(
        self,
        import_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Import:
        """Cancel an import."""
        return await asyncio.to_thread(
            self._operations.cancel_import,
            import_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_rejected_lines(
        self,
        import_id: str,
        *,
        format: Literal["JSONL", "CSV"] | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Download rejected lines."""
        return await asyncio.to_thread(
            self._operations.get_rejected_lines,
            import_id,
            format=format,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def search_market(
        self,
        *,
        q: str,
        kinds: Sequence[Literal["item", "seller", "offer"]] | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.MarketSearchAnswer:
        """Find items, sellers and offers."""
        return await asyncio.to_thread(
            self._operations.search_market,
            q=q,
            kinds=kinds,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_search_market(
        self,
        *,
        q: str,
        kinds: Sequence[Literal["item", "seller", "offer"]] | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.MarketSearchResult]:
        """All elements of the pages of `search_market`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_search_market(
                q=q,
                kinds=kinds,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_operator_item(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorItemAnswer:
        """Read an item and its buy boxes."""
        return await asyncio.to_thread(
            self._operations.get_operator_item,
            store_item_id,
            marketplace_id=marketplace_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def explain_item_offers(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        customer_type: Literal["Consumer", "Business"] | None = None,
        page_size: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ItemOffersAnswer:
        """Explain all offers on an item."""
        return await asyncio.to_thread(
            self._operations.explain_item_offers,
            store_item_id,
            marketplace_id=marketplace_id,
            customer_type=customer_type,
            page_size=page_size,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_explain_item_offers(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        customer_type: Literal["Consumer", "Business"] | None = None,
        page_size: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.ItemOffer]:
        """All elements of the pages of `explain_item_offers`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_explain_item_offers(
                store_item_id,
                marketplace_id=marketplace_id,
                customer_type=customer_type,
                page_size=page_size,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_item_history(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        item_condition: Literal["New", "Used", "Collectible", "Refurbished", "Club"],
        customer_type: Literal["Consumer", "Business"] | None = None,
        offer_type: Literal["B2C", "B2B"] | None = None,
        since: str | None = None,
        until: str | None = None,
        page_size: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ItemHistoryAnswer:
        """Read the history of a buy box."""
        return await asyncio.to_thread(
            self._operations.get_item_history,
            store_item_id,
            marketplace_id=marketplace_id,
            item_condition=item_condition,
            customer_type=customer_type,
            offer_type=offer_type,
            since=since,
            until=until,
            page_size=page_size,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_item_history(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        item_condition: Literal["New", "Used", "Collectible", "Refurbished", "Club"],
        customer_type: Literal["Consumer", "Business"] | None = None,
        offer_type: Literal["B2C", "B2B"] | None = None,
        since: str | None = None,
        until: str | None = None,
        page_size: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.ItemHistoryStep]:
        """All elements of the pages of `get_item_history`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_item_history(
                store_item_id,
                marketplace_id=marketplace_id,
                item_condition=item_condition,
                customer_type=customer_type,
                offer_type=offer_type,
                since=since,
                until=until,
                page_size=page_size,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_item_events(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorItemEvents:
        """Read the events about an item."""
        return await asyncio.to_thread(
            self._operations.get_item_events,
            store_item_id,
            marketplace_id=marketplace_id,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_item_events(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.OperatorItemEvent]:
        """All elements of the pages of `get_item_events`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_item_events(
                store_item_id,
                marketplace_id=marketplace_id,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_item_event_receivers(
        self,
        store_item_id: str,
        revision: int,
        *,
        marketplace_id: str,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ItemEventReceivers:
        """Read who was told of an event."""
        return await asyncio.to_thread(
            self._operations.get_item_event_receivers,
            store_item_id,
            revision,
            marketplace_id=marketplace_id,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_item_event_receivers(
        self,
        store_item_id: str,
        revision: int,
        *,
        marketplace_id: str,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.EventReceiver]:
        """All elements of the pages of `get_item_event_receivers`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_item_event_receivers(
                store_item_id,
                revision,
                marketplace_id=marketplace_id,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_price_change_feed(
        self,
        *,
        marketplace_id: str,
        after: int | None = None,
        limit: int | None = None,
        prefer: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PriceChangeFeed:
        """Follow price changes."""
        return await asyncio.to_thread(
            self._operations.get_price_change_feed,
            marketplace_id=marketplace_id,
            after=after,
            limit=limit,
            prefer=prefer,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def settle_price_changes(
        self,
        body: types.SettlePriceChangesBody,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PriceChangeOutcomes:
        """Say what became of price changes."""
        return await asyncio.to_thread(
            self._operations.settle_price_changes,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_sellers(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorSellers:
        """List sellers and their people."""
        return await asyncio.to_thread(
            self._operations.list_sellers,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_sellers(
        self,
        *,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.OperatorSeller]:
        """All elements of the pages of `list_sellers`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_sellers(
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_seller(
        self,
        seller_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorSeller:
        """Read one seller and its people."""
        return await asyncio.to_thread(
            self._operations.get_seller,
            seller_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def change_seller(
        self,
        seller_id: str,
        body: types.AccessChange,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorSeller:
        """Disable or enable a seller."""
        return await asyncio.to_thread(
            self._operations.change_seller,
            seller_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def change_account(
        self,
        account_id: str,
        body: types.AccessChange,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorAccount:
        """Disable or enable an account."""
        return await asyncio.to_thread(
            self._operations.change_account,
            account_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_applications(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        seller_id: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorApplications:
        """List applications."""
        return await asyncio.to_thread(
            self._operations.list_applications,
            limit=limit,
            next_token=next_token,
            seller_id=seller_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_applications(
        self,
        *,
        limit: int | None = None,
        seller_id: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.OperatorApplication]:
        """All elements of the pages of `list_applications`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_applications(
                limit=limit,
                seller_id=seller_id,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def change_application(
        self,
        client_id: str,
        body: types.ApplicationChange | None = None,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorApplication:
        """Verify or disable an application."""
        return await asyncio.to_thread(
            self._operations.change_application,
            client_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_grants(
        self,
        seller_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorGrants:
        """List the grants of a seller."""
        return await asyncio.to_thread(
            self._operations.list_grants,
            seller_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def invite_owner(
        self,
        seller_id: str,
        body: types.OwnerInvitationRequest,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OwnerInvitation:
        """Invite a seller's first owner."""
        return await asyncio.to_thread(
            self._operations.invite_owner,
            seller_id,
            body,
            idempotency_key=idempotency_key,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_sign_ins(
        self,
        *,
        account_id: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SignIns:
        """List sign-ins and failures."""
        return await asyncio.to_thread(
            self._operations.list_sign_ins,
            account_id=account_id,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_sign_ins(
        self,
        *,
        account_id: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.SignIn]:
        """All elements of the pages of `list_sign_ins`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_sign_ins(
                account_id=account_id,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def list_factor_help(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.WaitingFactorHelp:
        """List people who wait for help."""
        return await asyncio.to_thread(
            self._operations.list_factor_help,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_factor_help(
        self,
        *,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.WaitingPerson]:
        """All elements of the pages of `list_factor_help`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_factor_help(
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def help_with_factors(
        self,
        account_id: str,
        body: types.FactorHelpRequest | None = None,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.FactorHelp:
        """Help with lost factors."""
        return await asyncio.to_thread(
            self._operations.help_with_factors,
            account_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_operators(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorPeople:
        """List the operator's people."""
        return await asyncio.to_thread(
            self._operations.list_operators,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_operators(
        self,
        *,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.OperatorPerson]:
        """All elements of the pages of `list_operators`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_operators(
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def invite_operator(
        self,
        body: types.OperatorInvitationRequest,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorPerson:
        """Invite a person of the operator."""
        return await asyncio.to_thread(
            self._operations.invite_operator,
            body,
            idempotency_key=idempotency_key,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def change_operator(
        self,
        account_id: str,
        body: types.OperatorChange | None = None,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorPerson:
        """Change a person of the operator."""
        return await asyncio.to_thread(
            self._operations.change_operator,
            account_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_usage(
        self,
        *,
        group_by: Sequence[Literal["time", "client", "seller", "operation"]] | None = None,
        client_id: str | None = None,
        seller_id: str | None = None,
        resolution: Literal["minute", "day"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        operation: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorUsage:
        """Read who uses the API."""
        return await asyncio.to_thread(
            self._operations.get_usage,
            group_by=group_by,
            client_id=client_id,
            seller_id=seller_id,
            resolution=resolution,
            from_=from_,
            to=to,
            operation=operation,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_usage(
        self,
        *,
        group_by: Sequence[Literal["time", "client", "seller", "operation"]] | None = None,
        client_id: str | None = None,
        seller_id: str | None = None,
        resolution: Literal["minute", "day"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        operation: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.OperatorUsageRow]:
        """All elements of the pages of `get_usage`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_usage(
                group_by=group_by,
                client_id=client_id,
                seller_id=seller_id,
                resolution=resolution,
                from_=from_,
                to=to,
                operation=operation,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def begin_support_session(
        self,
        body: types.SupportSessionRequest,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.BegunSupportSession:
        """See the console as a seller."""
        return await asyncio.to_thread(
            self._operations.begin_support_session,
            body,
            idempotency_key=idempotency_key,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_support_sessions(
        self,
        *,
        seller_id: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SupportSessions:
        """Find support sessions."""
        return await asyncio.to_thread(
            self._operations.list_support_sessions,
            seller_id=seller_id,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_support_sessions(
        self,
        *,
        seller_id: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.SupportSession]:
        """All elements of the pages of `list_support_sessions`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_support_sessions(
                seller_id=seller_id,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def end_support_session(
        self,
        support_session_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SupportSession:
        """Stop a support session."""
        return await asyncio.to_thread(
            self._operations.end_support_session,
            support_session_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_destinations_of_sellers(
        self,
        *,
        seller_id: str | None = None,
        state: Literal["PENDING_VERIFICATION", "ACTIVE", "INACTIVE", "SUSPENDED"] | None = None,
        failing_since: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorDestinations:
        """List destinations of sellers."""
        return await asyncio.to_thread(
            self._operations.list_destinations_of_sellers,
            seller_id=seller_id,
            state=state,
            failing_since=failing_since,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_destinations_of_sellers(
        self,
        *,
        seller_id: str | None = None,
        state: Literal["PENDING_VERIFICATION", "ACTIVE", "INACTIVE", "SUSPENDED"] | None = None,
        failing_since: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.OperatorDestination]:
        """All elements of the pages of `list_destinations_of_sellers`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_destinations_of_sellers(
                seller_id=seller_id,
                state=state,
                failing_since=failing_since,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def list_deliveries_of_sellers(
        self,
        *,
        seller_id: str | None = None,
        destination_id: str | None = None,
        event_id: str | None = None,
        state: Literal["PENDING", "SENDING", "DELIVERED", "STORED", "DEAD", "EXPIRED", "CANCELED", "SUPERSEDED", "FILTERED"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorDeliveries:
        """List deliveries of sellers."""
        return await asyncio.to_thread(
            self._operations.list_deliveries_of_sellers,
            seller_id=seller_id,
            destination_id=destination_id,
            event_id=event_id,
            state=state,
            from_=from_,
            to=to,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_deliveries_of_sellers(
        self,
        *,
        seller_id: str | None = None,
        destination_id: str | None = None,
        event_id: str | None = None,
        state: Literal["PENDING", "SENDING", "DELIVERED", "STORED", "DEAD", "EXPIRED", "CANCELED", "SUPERSEDED", "FILTERED"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.OperatorDelivery]:
        """All elements of the pages of `list_deliveries_of_sellers`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_deliveries_of_sellers(
                seller_id=seller_id,
                destination_id=destination_id,
                event_id=event_id,
                state=state,
                from_=from_,
                to=to,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_delivery_of_seller(
        self,
        delivery_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorDelivery:
        """Read a delivery of a seller."""
        return await asyncio.to_thread(
            self._operations.get_delivery_of_seller,
            delivery_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_events_of_seller(
        self,
        seller_id: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorEvents:
        """List events of a seller."""
        return await asyncio.to_thread(
            self._operations.list_events_of_seller,
            seller_id,
            from_=from_,
            to=to,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_events_of_seller(
        self,
        seller_id: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.OperatorEvent]:
        """All elements of the pages of `list_events_of_seller`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_events_of_seller(
                seller_id,
                from_=from_,
                to=to,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def trace_notification(
        self,
        *,
        id: str,
        seller_id: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.NotificationTrace:
        """Trace a notification."""
        return await asyncio.to_thread(
            self._operations.trace_notification,
            id=id,
            seller_id=seller_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_notes(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorNotes:
        """List notes to sellers."""
        return await asyncio.to_thread(
            self._operations.list_notes,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def create_note(
        self,
        body: types.NewOperatorNote,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorNote:
        """Tell all sellers something."""
        return await asyncio.to_thread(
            self._operations.create_note,
            body,
            idempotency_key=idempotency_key,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def delete_note(
        self,
        note_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> None:
        """Delete a note to sellers."""
        return await asyncio.to_thread(
            self._operations.delete_note,
            note_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_market_sellers(
        self,
        *,
        q: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.MarketSellers:
        """List sellers of the market."""
        return await asyncio.to_thread(
            self._operations.list_market_sellers,
            q=q,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_market_sellers(
        self,
        *,
        q: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.MarketSeller]:
        """All elements of the pages of `list_market_sellers`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_market_sellers(
                q=q,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_market_seller(
        self,
        seller_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.MarketSeller:
        """Read a seller of the market."""
        return await asyncio.to_thread(
            self._operations.get_market_seller,
            seller_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_price_changes_of_seller(
        self,
        seller_id: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerPriceChanges:
        """List price changes of a seller."""
        return await asyncio.to_thread(
            self._operations.list_price_changes_of_seller,
            seller_id,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_price_changes_of_seller(
        self,
        seller_id: str,
        *,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.SellerPriceChange]:
        """All elements of the pages of `list_price_changes_of_seller`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_price_changes_of_seller(
                seller_id,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def list_reports_of_seller(
        self,
        seller_id: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorReports:
        """List reports of a seller."""
        return await asyncio.to_thread(
            self._operations.list_reports_of_seller,
            seller_id,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_reports_of_seller(
        self,
        seller_id: str,
        *,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.OperatorReport]:
        """All elements of the pages of `list_reports_of_seller`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_reports_of_seller(
                seller_id,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_service(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatedService:
        """Read how the service does."""
        return await asyncio.to_thread(
            self._operations.get_service,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def apply_changes(
        self,
        body: str | Sequence[Any],
        *,
        quiet: bool | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Changes:
        """Change market data."""
        return await asyncio.to_thread(
            self._operations.apply_changes,
            body,
            quiet=quiet,
            extra_headers=extra_headers,
            timeout=timeout,
        )
