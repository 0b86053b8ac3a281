# Written by `npm --prefix sdk run generate` from openapi.json. Do not edit.
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, cast

from .._connected import Connected
from .._send import Request
from . import types


class OperatorOperations(Connected):
    """A method for each operation of the service."""

    def get_audit(
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
        return cast(types.AuditEntries, self._sender.call(
            Request(
                "GET",
                "/operator/v1/audit",
                query={"from": from_, "to": to, "who": who, "operation": operation, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

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
    ) -> Iterator[types.AuditEntry]:
        """All elements of the pages of `get_audit`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_audit(
                from_=from_,
                to=to,
                who=who,
                operation=operation,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["entries"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def get_marketplaces(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorMarketplaces:
        """List marketplaces with counts."""
        return cast(types.OperatorMarketplaces, self._sender.call(
            Request(
                "GET",
                "/operator/v1/marketplaces",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def export_market(
        self,
        *,
        kind: Sequence[Literal["marketplace", "seller", "item", "offer", "feeSchedule", "priceGuard"]] | None = None,
        marketplace_id: str | None = None,
        compression: Literal["GZIP"] | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Download market data."""
        return cast(bytes, self._sender.call(
            Request(
                "GET",
                "/operator/v1/export",
                query={"kind": kind, "marketplaceId": marketplace_id, "compression": compression},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                is_document=True,
            )
        ))

    def list_imports(
        self,
        *,
        state: Sequence[Literal["UPLOADING", "CHECK_QUEUED", "CHECKING", "CHECKED", "APPLY_QUEUED", "APPLYING", "DONE", "REFUSED", "CANCELLED", "FAILED"]] | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Imports:
        """List imports."""
        return cast(types.Imports, self._sender.call(
            Request(
                "GET",
                "/operator/v1/imports",
                query={"state": state, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_imports(
        self,
        *,
        state: Sequence[Literal["UPLOADING", "CHECK_QUEUED", "CHECKING", "CHECKED", "APPLY_QUEUED", "APPLYING", "DONE", "REFUSED", "CANCELLED", "FAILED"]] | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.Import]:
        """All elements of the pages of `list_imports`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_imports(
                state=state,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["imports"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def upload_import(
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
        return cast(types.Import, self._sender.call(
            Request(
                "POST",
                "/operator/v1/imports",
                query={"fileName": file_name, "kind": kind, "quiet": quiet},
                body=body,
                content_type="application/octet-stream",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def get_import(
        self,
        import_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Import:
        """Read how far an import is."""
        return cast(types.Import, self._sender.call(
            Request(
                "GET",
                "/operator/v1/imports/{importId}",
                path={"importId": import_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def apply_import(
        self,
        import_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Import:
        """Apply a checked import."""
        return cast(types.Import, self._sender.call(
            Request(
                "POST",
                "/operator/v1/imports/{importId}/apply",
                path={"importId": import_id},
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def cancel_import(
        self,
        import_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Import:
        """Cancel an import."""
        return cast(types.Import, self._sender.call(
            Request(
                "POST",
                "/operator/v1/imports/{importId}/cancel",
                path={"importId": import_id},
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def get_rejected_lines(
        self,
        import_id: str,
        *,
        format: Literal["JSONL", "CSV"] | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Download rejected lines."""
        return cast(bytes, self._sender.call(
            Request(
                "GET",
                "/operator/v1/imports/{importId}/rejected",
                path={"importId": import_id},
                query={"format": format},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                is_document=True,
            )
        ))

    def search_market(
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
        return cast(types.MarketSearchAnswer, self._sender.call(
            Request(
                "GET",
                "/operator/v1/search",
                query={"q": q, "kinds": kinds, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_search_market(
        self,
        *,
        q: str,
        kinds: Sequence[Literal["item", "seller", "offer"]] | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.MarketSearchResult]:
        """All elements of the pages of `search_market`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.search_market(
                q=q,
                kinds=kinds,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["results"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def get_operator_item(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorItemAnswer:
        """Read an item and its buy boxes."""
        return cast(types.OperatorItemAnswer, self._sender.call(
            Request(
                "GET",
                "/operator/v1/items/{storeItemId}",
                path={"storeItemId": store_item_id},
                query={"MarketplaceId": marketplace_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def explain_item_offers(
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
        return cast(types.ItemOffersAnswer, self._sender.call(
            Request(
                "GET",
                "/operator/v1/items/{storeItemId}/offers",
                path={"storeItemId": store_item_id},
                query={"MarketplaceId": marketplace_id, "CustomerType": customer_type, "pageSize": page_size, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_explain_item_offers(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        customer_type: Literal["Consumer", "Business"] | None = None,
        page_size: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.ItemOffer]:
        """All elements of the pages of `explain_item_offers`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.explain_item_offers(
                store_item_id,
                marketplace_id=marketplace_id,
                customer_type=customer_type,
                page_size=page_size,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )["payload"]
            yield from page["Offers"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def get_item_history(
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
        return cast(types.ItemHistoryAnswer, self._sender.call(
            Request(
                "GET",
                "/operator/v1/items/{storeItemId}/history",
                path={"storeItemId": store_item_id},
                query={"MarketplaceId": marketplace_id, "ItemCondition": item_condition, "CustomerType": customer_type, "OfferType": offer_type, "since": since, "until": until, "pageSize": page_size, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

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
    ) -> Iterator[types.ItemHistoryStep]:
        """All elements of the pages of `get_item_history`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_item_history(
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
                next_token=token,
            )["payload"]
            yield from page["Steps"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def get_item_events(
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
        return cast(types.OperatorItemEvents, self._sender.call(
            Request(
                "GET",
                "/operator/v1/items/{storeItemId}/events",
                path={"storeItemId": store_item_id},
                query={"MarketplaceId": marketplace_id, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_item_events(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.OperatorItemEvent]:
        """All elements of the pages of `get_item_events`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_item_events(
                store_item_id,
                marketplace_id=marketplace_id,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["events"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def get_item_event_receivers(
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
        return cast(types.ItemEventReceivers, self._sender.call(
            Request(
                "GET",
                "/operator/v1/items/{storeItemId}/events/{revision}/receivers",
                path={"storeItemId": store_item_id, "revision": revision},
                query={"MarketplaceId": marketplace_id, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_item_event_receivers(
        self,
        store_item_id: str,
        revision: int,
        *,
        marketplace_id: str,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.EventReceiver]:
        """All elements of the pages of `get_item_event_receivers`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_item_event_receivers(
                store_item_id,
                revision,
                marketplace_id=marketplace_id,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["receivers"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def get_price_change_feed(
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
        return cast(types.PriceChangeFeed, self._sender.call(
            Request(
                "GET",
                "/operator/v1/priceChanges",
                query={"MarketplaceId": marketplace_id, "after": after, "limit": limit},
                headers={"prefer": prefer},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def settle_price_changes(
        self,
        body: types.SettlePriceChangesBody,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PriceChangeOutcomes:
        """Say what became of price changes."""
        return cast(types.PriceChangeOutcomes, self._sender.call(
            Request(
                "POST",
                "/operator/v1/priceChanges/outcomes",
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def list_sellers(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorSellers:
        """List sellers and their people."""
        return cast(types.OperatorSellers, self._sender.call(
            Request(
                "GET",
                "/operator/v1/sellers",
                query={"limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_sellers(
        self,
        *,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.OperatorSeller]:
        """All elements of the pages of `list_sellers`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_sellers(
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["sellers"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def get_seller(
        self,
        seller_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorSeller:
        """Read one seller and its people."""
        return cast(types.OperatorSeller, self._sender.call(
            Request(
                "GET",
                "/operator/v1/sellers/{sellerId}",
                path={"sellerId": seller_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def change_seller(
        self,
        seller_id: str,
        body: types.AccessChange,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorSeller:
        """Disable or enable a seller."""
        return cast(types.OperatorSeller, self._sender.call(
            Request(
                "PATCH",
                "/operator/v1/sellers/{sellerId}",
                path={"sellerId": seller_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def change_account(
        self,
        account_id: str,
        body: types.AccessChange,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorAccount:
        """Disable or enable an account."""
        return cast(types.OperatorAccount, self._sender.call(
            Request(
                "PATCH",
                "/operator/v1/accounts/{accountId}",
                path={"accountId": account_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def list_applications(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        seller_id: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorApplications:
        """List applications."""
        return cast(types.OperatorApplications, self._sender.call(
            Request(
                "GET",
                "/operator/v1/applications",
                query={"limit": limit, "nextToken": next_token, "sellerId": seller_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_applications(
        self,
        *,
        limit: int | None = None,
        seller_id: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.OperatorApplication]:
        """All elements of the pages of `list_applications`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_applications(
                limit=limit,
                seller_id=seller_id,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["applications"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def change_application(
        self,
        client_id: str,
        body: types.ApplicationChange | None = None,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorApplication:
        """Verify or disable an application."""
        return cast(types.OperatorApplication, self._sender.call(
            Request(
                "PATCH",
                "/operator/v1/applications/{clientId}",
                path={"clientId": client_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def list_grants(
        self,
        seller_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorGrants:
        """List the grants of a seller."""
        return cast(types.OperatorGrants, self._sender.call(
            Request(
                "GET",
                "/operator/v1/sellers/{sellerId}/grants",
                path={"sellerId": seller_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def invite_owner(
        self,
        seller_id: str,
        body: types.OwnerInvitationRequest,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OwnerInvitation:
        """Invite a seller's first owner."""
        return cast(types.OwnerInvitation, self._sender.call(
            Request(
                "POST",
                "/operator/v1/sellers/{sellerId}/ownerInvitations",
                path={"sellerId": seller_id},
                headers={"idempotency-key": idempotency_key},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                takes_key=True,
            )
        ))

    def list_sign_ins(
        self,
        *,
        account_id: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SignIns:
        """List sign-ins and failures."""
        return cast(types.SignIns, self._sender.call(
            Request(
                "GET",
                "/operator/v1/signIns",
                query={"accountId": account_id, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_sign_ins(
        self,
        *,
        account_id: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.SignIn]:
        """All elements of the pages of `list_sign_ins`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_sign_ins(
                account_id=account_id,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["signIns"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def list_factor_help(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.WaitingFactorHelp:
        """List people who wait for help."""
        return cast(types.WaitingFactorHelp, self._sender.call(
            Request(
                "GET",
                "/operator/v1/factorHelp",
                query={"limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_factor_help(
        self,
        *,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.WaitingPerson]:
        """All elements of the pages of `list_factor_help`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_factor_help(
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["factorHelp"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def help_with_factors(
        self,
        account_id: str,
        body: types.FactorHelpRequest | None = None,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.FactorHelp:
        """Help with lost factors."""
        return cast(types.FactorHelp, self._sender.call(
            Request(
                "POST",
                "/operator/v1/accounts/{accountId}/factorHelp",
                path={"accountId": account_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def list_operators(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorPeople:
        """List the operator's people."""
        return cast(types.OperatorPeople, self._sender.call(
            Request(
                "GET",
                "/operator/v1/operators",
                query={"limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_operators(
        self,
        *,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.OperatorPerson]:
        """All elements of the pages of `list_operators`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_operators(
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["operators"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def invite_operator(
        self,
        body: types.OperatorInvitationRequest,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorPerson:
        """Invite a person of the operator."""
        return cast(types.OperatorPerson, self._sender.call(
            Request(
                "POST",
                "/operator/v1/operators",
                headers={"idempotency-key": idempotency_key},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                takes_key=True,
            )
        ))

    def change_operator(
        self,
        account_id: str,
        body: types.OperatorChange | None = None,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorPerson:
        """Change a person of the operator."""
        return cast(types.OperatorPerson, self._sender.call(
            Request(
                "PATCH",
                "/operator/v1/operators/{accountId}",
                path={"accountId": account_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def get_usage(
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
        return cast(types.OperatorUsage, self._sender.call(
            Request(
                "GET",
                "/operator/v1/usage",
                query={"groupBy": group_by, "clientId": client_id, "sellerId": seller_id, "resolution": resolution, "from": from_, "to": to, "operation": operation, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

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
    ) -> Iterator[types.OperatorUsageRow]:
        """All elements of the pages of `get_usage`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_usage(
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
                next_token=token,
            )
            yield from page["usage"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def begin_support_session(
        self,
        body: types.SupportSessionRequest,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.BegunSupportSession:
        """See the console as a seller."""
        return cast(types.BegunSupportSession, self._sender.call(
            Request(
                "POST",
                "/operator/v1/supportSessions",
                headers={"idempotency-key": idempotency_key},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                takes_key=True,
            )
        ))

    def list_support_sessions(
        self,
        *,
        seller_id: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SupportSessions:
        """Find support sessions."""
        return cast(types.SupportSessions, self._sender.call(
            Request(
                "GET",
                "/operator/v1/supportSessions",
                query={"sellerId": seller_id, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_support_sessions(
        self,
        *,
        seller_id: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.SupportSession]:
        """All elements of the pages of `list_support_sessions`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_support_sessions(
                seller_id=seller_id,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["supportSessions"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def end_support_session(
        self,
        support_session_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SupportSession:
        """Stop a support session."""
        return cast(types.SupportSession, self._sender.call(
            Request(
                "POST",
                "/operator/v1/supportSessions/{supportSessionId}/end",
                path={"supportSessionId": support_session_id},
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def list_destinations_of_sellers(
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
        return cast(types.OperatorDestinations, self._sender.call(
            Request(
                "GET",
                "/operator/v1/destinations",
                query={"sellerId": seller_id, "state": state, "failingSince": failing_since, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_destinations_of_sellers(
        self,
        *,
        seller_id: str | None = None,
        state: Literal["PENDING_VERIFICATION", "ACTIVE", "INACTIVE", "SUSPENDED"] | None = None,
        failing_since: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.OperatorDestination]:
        """All elements of the pages of `list_destinations_of_sellers`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_destinations_of_sellers(
                seller_id=seller_id,
                state=state,
                failing_since=failing_since,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["destinations"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def list_deliveries_of_sellers(
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
        return cast(types.OperatorDeliveries, self._sender.call(
            Request(
                "GET",
                "/operator/v1/deliveries",
                query={"sellerId": seller_id, "destinationId": destination_id, "eventId": event_id, "state": state, "from": from_, "to": to, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

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
    ) -> Iterator[types.OperatorDelivery]:
        """All elements of the pages of `list_deliveries_of_sellers`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_deliveries_of_sellers(
                seller_id=seller_id,
                destination_id=destination_id,
                event_id=event_id,
                state=state,
                from_=from_,
                to=to,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["deliveries"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def get_delivery_of_seller(
        self,
        delivery_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorDelivery:
        """Read a delivery of a seller."""
        return cast(types.OperatorDelivery, self._sender.call(
            Request(
                "GET",
                "/operator/v1/deliveries/{deliveryId}",
                path={"deliveryId": delivery_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def list_events_of_seller(
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
        return cast(types.OperatorEvents, self._sender.call(
            Request(
                "GET",
                "/operator/v1/sellers/{sellerId}/events",
                path={"sellerId": seller_id},
                query={"from": from_, "to": to, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_events_of_seller(
        self,
        seller_id: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.OperatorEvent]:
        """All elements of the pages of `list_events_of_seller`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_events_of_seller(
                seller_id,
                from_=from_,
                to=to,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["events"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def trace_notification(
        self,
        *,
        id: str,
        seller_id: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.NotificationTrace:
        """Trace a notification."""
        return cast(types.NotificationTrace, self._sender.call(
            Request(
                "GET",
                "/operator/v1/trace",
                query={"id": id, "sellerId": seller_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def list_notes(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorNotes:
        """List notes to sellers."""
        return cast(types.OperatorNotes, self._sender.call(
            Request(
                "GET",
                "/operator/v1/notes",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def create_note(
        self,
        body: types.NewOperatorNote,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorNote:
        """Tell all sellers something."""
        return cast(types.OperatorNote, self._sender.call(
            Request(
                "POST",
                "/operator/v1/notes",
                headers={"idempotency-key": idempotency_key},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                takes_key=True,
            )
        ))

    def delete_note(
        self,
        note_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> None:
        """Delete a note to sellers."""
        self._sender.call(
            Request(
                "DELETE",
                "/operator/v1/notes/{noteId}",
                path={"noteId": note_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        )

    def list_market_sellers(
        self,
        *,
        q: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.MarketSellers:
        """List sellers of the market."""
        return cast(types.MarketSellers, self._sender.call(
            Request(
                "GET",
                "/operator/v1/marketSellers",
                query={"q": q, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_market_sellers(
        self,
        *,
        q: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.MarketSeller]:
        """All elements of the pages of `list_market_sellers`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_market_sellers(
                q=q,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["sellers"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def get_market_seller(
        self,
        seller_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.MarketSeller:
        """Read a seller of the market."""
        return cast(types.MarketSeller, self._sender.call(
            Request(
                "GET",
                "/operator/v1/marketSellers/{sellerId}",
                path={"sellerId": seller_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def list_price_changes_of_seller(
        self,
        seller_id: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerPriceChanges:
        """List price changes of a seller."""
        return cast(types.SellerPriceChanges, self._sender.call(
            Request(
                "GET",
                "/operator/v1/sellers/{sellerId}/priceChanges",
                path={"sellerId": seller_id},
                query={"limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_price_changes_of_seller(
        self,
        seller_id: str,
        *,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.SellerPriceChange]:
        """All elements of the pages of `list_price_changes_of_seller`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_price_changes_of_seller(
                seller_id,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["priceChanges"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def list_reports_of_seller(
        self,
        seller_id: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatorReports:
        """List reports of a seller."""
        return cast(types.OperatorReports, self._sender.call(
            Request(
                "GET",
                "/operator/v1/sellers/{sellerId}/reports",
                path={"sellerId": seller_id},
                query={"limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_reports_of_seller(
        self,
        seller_id: str,
        *,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.OperatorReport]:
        """All elements of the pages of `list_reports_of_seller`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_reports_of_seller(
                seller_id,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )
            yield from page["reports"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def get_service(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OperatedService:
        """Read how the service does."""
        return cast(types.OperatedService, self._sender.call(
            Request(
                "GET",
                "/operator/v1/service",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def apply_changes(
        self,
        body: str | Sequence[Any],
        *,
        quiet: bool | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Changes:
        """Change market data."""
        return cast(types.Changes, self._sender.call(
            Request(
                "POST",
                "/operator/v1/changes",
                query={"quiet": quiet},
                body=body,
                content_type="application/x-ndjson",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))
