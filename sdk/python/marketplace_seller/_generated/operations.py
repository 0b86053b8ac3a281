# Written by `npm --prefix sdk run generate` from openapi.json. Do not edit.
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, cast

from .._connected import Connected
from .._send import Request
from . import types


class Operations(Connected):
    """A method for each operation of the service."""

    def get_liveness(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Alive:
        """Check liveness."""
        return cast(types.Alive, self._sender.call(
            Request(
                "GET",
                "/health/live",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                is_public=True,
            )
        ))

    def get_readiness(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Ready:
        """Check readiness."""
        return cast(types.Ready, self._sender.call(
            Request(
                "GET",
                "/health/ready",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                is_public=True,
            )
        ))

    def request_token(
        self,
        body: types.TokenRequest,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Token:
        """Get an access token."""
        return cast(types.Token, self._sender.call(
            Request(
                "POST",
                "/auth/v4/token",
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_public=True,
            )
        ))

    def register_client(
        self,
        body: types.ClientRegistration,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.RegisteredClient:
        """Register an application."""
        return cast(types.RegisteredClient, self._sender.call(
            Request(
                "POST",
                "/auth/v4/register",
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_public=True,
            )
        ))

    def get_fees_estimate_for_item(
        self,
        store_item_id: str,
        body: types.FeesEstimateBody | None = None,
        *,
        marketplace_id: str | None = None,
        explain: bool | None = None,
        as_of: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.FeesEstimateAnswer:
        """Estimate fees for an item."""
        return cast(types.FeesEstimateAnswer, self._sender.call(
            Request(
                "POST",
                "/products/fees/v4/items/{StoreItemId}/feesEstimate",
                path={"StoreItemId": store_item_id},
                query={"MarketplaceId": marketplace_id, "explain": explain, "asOf": as_of},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_fees_estimate_for_sku(
        self,
        seller_sku: str,
        body: types.FeesEstimateBody | None = None,
        *,
        marketplace_id: str | None = None,
        explain: bool | None = None,
        as_of: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.FeesEstimateAnswer:
        """Estimate fees for a SKU."""
        return cast(types.FeesEstimateAnswer, self._sender.call(
            Request(
                "POST",
                "/products/fees/v4/listings/{SellerSKU}/feesEstimate",
                path={"SellerSKU": seller_sku},
                query={"MarketplaceId": marketplace_id, "explain": explain, "asOf": as_of},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_fees_estimates(
        self,
        body: types.FeesEstimateElements,
        *,
        explain: bool | None = None,
        as_of: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.FeesEstimateAnswers:
        """Estimate fees in a batch."""
        return cast(types.FeesEstimateAnswers, self._sender.call(
            Request(
                "POST",
                "/products/fees/v4/feesEstimate",
                query={"explain": explain, "asOf": as_of},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def compare_fees_estimates(
        self,
        body: types.FeesComparisonBody,
        *,
        explain: bool | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.FeesComparisonAnswer:
        """Compare fees at several dates."""
        return cast(types.FeesComparisonAnswer, self._sender.call(
            Request(
                "POST",
                "/products/fees/v4/compare",
                query={"explain": explain},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_listing_offers(
        self,
        seller_sku: str,
        *,
        marketplace_id: str,
        item_condition: Literal["New", "Used", "Collectible", "Refurbished", "Club"],
        customer_type: Literal["Consumer", "Business"] | None = None,
        if_none_match: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OffersAnswer:
        """Get offers for a SKU."""
        return cast(types.OffersAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/listings/{SellerSKU}/offers",
                path={"SellerSKU": seller_sku},
                query={"MarketplaceId": marketplace_id, "ItemCondition": item_condition, "CustomerType": customer_type},
                headers={"if-none-match": if_none_match},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_item_offers(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        item_condition: Literal["New", "Used", "Collectible", "Refurbished", "Club"],
        customer_type: Literal["Consumer", "Business"] | None = None,
        if_none_match: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.OffersAnswer:
        """Get offers for an item."""
        return cast(types.OffersAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/items/{storeItemId}/offers",
                path={"storeItemId": store_item_id},
                query={"MarketplaceId": marketplace_id, "ItemCondition": item_condition, "CustomerType": customer_type},
                headers={"if-none-match": if_none_match},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_competitive_pricing(
        self,
        *,
        marketplace_id: str,
        item_type: Literal["StoreItemId", "Sku"],
        skus: Sequence[str] | None = None,
        store_item_ids: Sequence[str] | None = None,
        customer_type: Literal["Consumer", "Business"] | None = None,
        if_none_match: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ProductsAnswer:
        """Get competitive prices."""
        return cast(types.ProductsAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/competitivePrice",
                query={"MarketplaceId": marketplace_id, "ItemType": item_type, "Skus": skus, "storeItemIds": store_item_ids, "CustomerType": customer_type},
                headers={"if-none-match": if_none_match},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_pricing(
        self,
        *,
        marketplace_id: str,
        item_type: Literal["StoreItemId", "Sku"],
        skus: Sequence[str] | None = None,
        store_item_ids: Sequence[str] | None = None,
        customer_type: Literal["Consumer", "Business"] | None = None,
        item_condition: Literal["New", "Used", "Collectible", "Refurbished", "Club"] | None = None,
        offer_type: Literal["B2C", "B2B"] | None = None,
        if_none_match: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ProductsAnswer:
        """Get your own prices."""
        return cast(types.ProductsAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/price",
                query={"MarketplaceId": marketplace_id, "ItemType": item_type, "Skus": skus, "storeItemIds": store_item_ids, "CustomerType": customer_type, "ItemCondition": item_condition, "OfferType": offer_type},
                headers={"if-none-match": if_none_match},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def explain_buy_box(
        self,
        seller_sku: str,
        *,
        marketplace_id: str,
        customer_type: Literal["Consumer", "Business"] | None = None,
        listing_price: str | None = None,
        shipping: str | None = None,
        fulfillment_channel: Literal["FS", "SELLER"] | None = None,
        if_none_match: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.BoxExplanationAnswer:
        """Explain the buy box for a SKU."""
        return cast(types.BoxExplanationAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/listings/{SellerSKU}/buyBox",
                path={"SellerSKU": seller_sku},
                query={"MarketplaceId": marketplace_id, "CustomerType": customer_type, "ListingPrice": listing_price, "Shipping": shipping, "FulfillmentChannel": fulfillment_channel},
                headers={"if-none-match": if_none_match},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_listings(
        self,
        *,
        marketplace_id: str,
        sort: Literal["sku", "price", "changed", "gap"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        state: Sequence[str] | None = None,
        query: str | None = None,
        page_size: int | None = None,
        next_token: str | None = None,
        counts: bool | None = None,
        if_none_match: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingsAnswer:
        """List your listings."""
        return cast(types.ListingsAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/listings",
                query={"MarketplaceId": marketplace_id, "sort": sort, "order": order, "state": state, "query": query, "pageSize": page_size, "nextToken": next_token, "counts": counts},
                headers={"if-none-match": if_none_match},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_listings(
        self,
        *,
        marketplace_id: str,
        sort: Literal["sku", "price", "changed", "gap"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        state: Sequence[str] | None = None,
        query: str | None = None,
        page_size: int | None = None,
        counts: bool | None = None,
        if_none_match: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.Listing]:
        """All elements of the pages of `get_listings`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_listings(
                marketplace_id=marketplace_id,
                sort=sort,
                order=order,
                state=state,
                query=query,
                page_size=page_size,
                counts=counts,
                if_none_match=if_none_match,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )["payload"]
            yield from page["Listings"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def try_prices(
        self,
        body: types.WhatIfBody,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.WhatIfAnswer:
        """Try other prices."""
        return cast(types.WhatIfAnswer, self._sender.call(
            Request(
                "POST",
                "/products/pricing/v4/whatIf",
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_limits(
        self,
        seller_sku: str,
        *,
        marketplace_id: str,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingLimitsAnswer:
        """Get the limits of a SKU."""
        return cast(types.ListingLimitsAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/listings/{SellerSKU}/limits",
                path={"SellerSKU": seller_sku},
                query={"MarketplaceId": marketplace_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def set_limits(
        self,
        seller_sku: str,
        body: types.ListingLimitsBody | None = None,
        *,
        marketplace_id: str,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingLimitsAnswer:
        """Set the limits of a SKU."""
        return cast(types.ListingLimitsAnswer, self._sender.call(
            Request(
                "PUT",
                "/products/pricing/v4/listings/{SellerSKU}/limits",
                path={"SellerSKU": seller_sku},
                query={"MarketplaceId": marketplace_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def list_limits(
        self,
        *,
        marketplace_id: str,
        page_size: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingLimitsPageAnswer:
        """List limits."""
        return cast(types.ListingLimitsPageAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/listings/limits",
                query={"MarketplaceId": marketplace_id, "pageSize": page_size, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_limits(
        self,
        *,
        marketplace_id: str,
        page_size: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.LimitedListing]:
        """All elements of the pages of `list_limits`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.list_limits(
                marketplace_id=marketplace_id,
                page_size=page_size,
                extra_headers=extra_headers,
                timeout=timeout,
                next_token=token,
            )["payload"]
            yield from page["Listings"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def set_many_limits(
        self,
        body: types.ListingLimitsListBody,
        *,
        marketplace_id: str,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingLimitsResultsAnswer:
        """Set limits of many SKUs."""
        return cast(types.ListingLimitsResultsAnswer, self._sender.call(
            Request(
                "PUT",
                "/products/pricing/v4/listings/limits",
                query={"MarketplaceId": marketplace_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_price_history(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        item_condition: Literal["New", "Used", "Collectible", "Refurbished", "Club"],
        customer_type: Literal["Consumer", "Business"] | None = None,
        offer_type: Literal["B2C", "B2B"] | None = None,
        seller_sku: str | None = None,
        since: str | None = None,
        until: str | None = None,
        page_size: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PriceHistoryAnswer:
        """Get price history."""
        return cast(types.PriceHistoryAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/items/{storeItemId}/priceHistory",
                path={"storeItemId": store_item_id},
                query={"MarketplaceId": marketplace_id, "ItemCondition": item_condition, "CustomerType": customer_type, "OfferType": offer_type, "SellerSKU": seller_sku, "since": since, "until": until, "pageSize": page_size, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_price_history(
        self,
        store_item_id: str,
        *,
        marketplace_id: str,
        item_condition: Literal["New", "Used", "Collectible", "Refurbished", "Club"],
        customer_type: Literal["Consumer", "Business"] | None = None,
        offer_type: Literal["B2C", "B2B"] | None = None,
        seller_sku: str | None = None,
        since: str | None = None,
        until: str | None = None,
        page_size: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.PriceStep]:
        """All elements of the pages of `get_price_history`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_price_history(
                store_item_id,
                marketplace_id=marketplace_id,
                item_condition=item_condition,
                customer_type=customer_type,
                offer_type=offer_type,
                seller_sku=seller_sku,
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

    def get_listing_buy_box_share(
        self,
        seller_sku: str,
        *,
        marketplace_id: str,
        since: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingShareAnswer:
        """Get buy box share of a SKU."""
        return cast(types.ListingShareAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/listings/{SellerSKU}/buyBoxShare",
                path={"SellerSKU": seller_sku},
                query={"MarketplaceId": marketplace_id, "since": since},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_buy_box_share(
        self,
        *,
        marketplace_id: str,
        since: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerShareAnswer:
        """Get your buy box share."""
        return cast(types.SellerShareAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/buyBoxShare",
                query={"MarketplaceId": marketplace_id, "since": since},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_listing_history(
        self,
        body: types.ListingHistoryBody,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingHistoryAnswer:
        """Get history of several SKUs."""
        return cast(types.ListingHistoryAnswer, self._sender.call(
            Request(
                "POST",
                "/products/pricing/v4/listings/history",
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def change_prices(
        self,
        body: types.PriceChangesBody,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PriceChangesAnswer:
        """Change prices."""
        return cast(types.PriceChangesAnswer, self._sender.call(
            Request(
                "POST",
                "/products/pricing/v4/priceChanges",
                headers={"idempotency-key": idempotency_key},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                takes_key=True,
            )
        ))

    def get_price_changes(
        self,
        *,
        marketplace_id: str | None = None,
        seller_sku: str | None = None,
        state: Literal["ACCEPTED", "PENDING", "APPLIED", "UNCHANGED", "REJECTED", "REPLACED", "OVERRIDDEN"] | None = None,
        after: str | None = None,
        limit: int | None = None,
        names: bool | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PriceChangeListAnswer:
        """List price changes."""
        return cast(types.PriceChangeListAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/priceChanges",
                query={"MarketplaceId": marketplace_id, "SellerSKU": seller_sku, "state": state, "after": after, "limit": limit, "names": names},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_price_changes(
        self,
        *,
        marketplace_id: str | None = None,
        seller_sku: str | None = None,
        state: Literal["ACCEPTED", "PENDING", "APPLIED", "UNCHANGED", "REJECTED", "REPLACED", "OVERRIDDEN"] | None = None,
        limit: int | None = None,
        names: bool | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.PriceChangeReceipt]:
        """All elements of the pages of `get_price_changes`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_price_changes(
                marketplace_id=marketplace_id,
                seller_sku=seller_sku,
                state=state,
                limit=limit,
                names=names,
                extra_headers=extra_headers,
                timeout=timeout,
                after=token,
            )["payload"]
            yield from page["Receipts"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)

    def get_price_change(
        self,
        price_change_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PriceChangeAnswer:
        """Get a price change."""
        return cast(types.PriceChangeAnswer, self._sender.call(
            Request(
                "GET",
                "/products/pricing/v4/priceChanges/{PriceChangeId}",
                path={"PriceChangeId": price_change_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def undo_price_change(
        self,
        price_change_id: str,
        body: types.UndoPriceChangeBody | None = None,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PriceChangeAnswer:
        """Undo a price change."""
        return cast(types.PriceChangeAnswer, self._sender.call(
            Request(
                "POST",
                "/products/pricing/v4/priceChanges/{PriceChangeId}/undo",
                path={"PriceChangeId": price_change_id},
                headers={"idempotency-key": idempotency_key},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                takes_key=True,
            )
        ))

    def get_listing_offers_batch(
        self,
        body: types.ListingOffersBatch,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.BatchAnswer:
        """Get offers for several SKUs."""
        return cast(types.BatchAnswer, self._sender.call(
            Request(
                "POST",
                "/batches/products/pricing/v4/listingOffers",
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_item_offers_batch(
        self,
        body: types.ItemOffersBatch,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.BatchAnswer:
        """Get offers for several items."""
        return cast(types.BatchAnswer, self._sender.call(
            Request(
                "POST",
                "/batches/products/pricing/v4/itemOffers",
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_competitive_summary(
        self,
        body: types.CompetitiveSummaryBatch,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.CompetitiveSummaryBatchAnswer:
        """Get competitive summaries."""
        return cast(types.CompetitiveSummaryBatchAnswer, self._sender.call(
            Request(
                "POST",
                "/batches/products/pricing/v4/items/competitiveSummary",
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_featured_offer_expected_price_batch(
        self,
        body: types.ExpectedPriceBatch,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ExpectedPriceBatchAnswer:
        """Get expected prices."""
        return cast(types.ExpectedPriceBatchAnswer, self._sender.call(
            Request(
                "POST",
                "/batches/products/pricing/v4/offer/featuredOfferExpectedPrice",
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_event_schemas(
        self,
        *,
        if_none_match: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.EventSchemas:
        """List event schemas."""
        return cast(types.EventSchemas, self._sender.call(
            Request(
                "GET",
                "/notifications/v4/schemas",
                headers={"if-none-match": if_none_match},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                is_public=True,
            )
        ))

    def get_event_schema(
        self,
        event_type: Literal["TEST_NOTIFICATION", "ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"],
        *,
        if_none_match: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.EventSchema:
        """Get an event schema."""
        return cast(types.EventSchema, self._sender.call(
            Request(
                "GET",
                "/notifications/v4/schemas/{eventType}",
                path={"eventType": event_type},
                headers={"if-none-match": if_none_match},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                is_public=True,
            )
        ))

    def get_push_key(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PushKey:
        """Get the push key."""
        return cast(types.PushKey, self._sender.call(
            Request(
                "GET",
                "/notifications/v4/pushKey",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def create_destination(
        self,
        body: types.CreateDestination | None = None,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Destination:
        """Create a destination."""
        return cast(types.Destination, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/destinations",
                headers={"idempotency-key": idempotency_key},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                takes_key=True,
            )
        ))

    def get_destinations(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Destinations:
        """List destinations."""
        return cast(types.Destinations, self._sender.call(
            Request(
                "GET",
                "/notifications/v4/destinations",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_destination(
        self,
        channel_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Destination:
        """Get a destination."""
        return cast(types.Destination, self._sender.call(
            Request(
                "GET",
                "/notifications/v4/destinations/{channelId}",
                path={"channelId": channel_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def change_destination(
        self,
        channel_id: str,
        body: types.ChangeDestination | None = None,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Destination:
        """Change a destination."""
        return cast(types.Destination, self._sender.call(
            Request(
                "PATCH",
                "/notifications/v4/destinations/{channelId}",
                path={"channelId": channel_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def delete_destination(
        self,
        channel_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> None:
        """Delete a destination."""
        self._sender.call(
            Request(
                "DELETE",
                "/notifications/v4/destinations/{channelId}",
                path={"channelId": channel_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        )

    def rotate_secret(
        self,
        channel_id: str,
        body: types.RotateSecret | None = None,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Destination:
        """Rotate a signing secret."""
        return cast(types.Destination, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/destinations/{channelId}/rotateSecret",
                path={"channelId": channel_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def confirm_destination(
        self,
        channel_id: str,
        body: types.ConfirmationCode,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Destination:
        """Confirm an address."""
        return cast(types.Destination, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/destinations/{channelId}/confirm",
                path={"channelId": channel_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def create_subscription(
        self,
        notification_type: Literal["ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"],
        body: types.CreateSubscription,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Subscription:
        """Subscribe a destination."""
        return cast(types.Subscription, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/subscriptions/{notificationType}",
                path={"notificationType": notification_type},
                headers={"idempotency-key": idempotency_key},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                takes_key=True,
            )
        ))

    def get_subscriptions(
        self,
        notification_type: Literal["ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"],
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Subscriptions:
        """List subscriptions."""
        return cast(types.Subscriptions, self._sender.call(
            Request(
                "GET",
                "/notifications/v4/subscriptions/{notificationType}",
                path={"notificationType": notification_type},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_subscription(
        self,
        notification_type: Literal["ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"],
        subscription_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Subscription:
        """Get a subscription."""
        return cast(types.Subscription, self._sender.call(
            Request(
                "GET",
                "/notifications/v4/subscriptions/{notificationType}/{subscriptionId}",
                path={"notificationType": notification_type, "subscriptionId": subscription_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def delete_subscription(
        self,
        notification_type: Literal["ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"],
        subscription_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SubscriptionDeleted:
        """Delete a subscription."""
        return cast(types.SubscriptionDeleted, self._sender.call(
            Request(
                "DELETE",
                "/notifications/v4/subscriptions/{notificationType}/{subscriptionId}",
                path={"notificationType": notification_type, "subscriptionId": subscription_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def send_test_notification(
        self,
        notification_type: Literal["EMAIL", "WEBHOOKS", "SMS", "PULL", "MOBILE_PUSH"],
        body: types.TestNotificationRequest | None = None,
        *,
        idempotency_key: str | None = None,
        prefer: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.TestNotificationAnswer:
        """Send a test notification."""
        return cast(types.TestNotificationAnswer, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/subscriptions/{notificationType}/testNotification",
                path={"notificationType": notification_type},
                headers={"idempotency-key": idempotency_key, "prefer": prefer},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                takes_key=True,
            )
        ))

    def get_deliveries(
        self,
        channel_id: str,
        *,
        state: Literal["PENDING", "SENDING", "DELIVERED", "STORED", "DEAD", "EXPIRED", "CANCELED", "SUPERSEDED", "FILTERED"] | None = None,
        id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Deliveries:
        """List deliveries."""
        return cast(types.Deliveries, self._sender.call(
            Request(
                "GET",
                "/notifications/v4/destinations/{channelId}/deliveries",
                path={"channelId": channel_id},
                query={"state": state, "id": id, "from": from_, "to": to, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_deliveries(
        self,
        channel_id: str,
        *,
        state: Literal["PENDING", "SENDING", "DELIVERED", "STORED", "DEAD", "EXPIRED", "CANCELED", "SUPERSEDED", "FILTERED"] | None = None,
        id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.Delivery]:
        """All elements of the pages of `get_deliveries`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_deliveries(
                channel_id,
                state=state,
                id=id,
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

    def get_delivery(
        self,
        delivery_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.DeliveryDetails:
        """Get a delivery."""
        return cast(types.DeliveryDetails, self._sender.call(
            Request(
                "GET",
                "/notifications/v4/deliveries/{deliveryId}",
                path={"deliveryId": delivery_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def resend_delivery(
        self,
        delivery_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Delivery:
        """Resend a delivery."""
        return cast(types.Delivery, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/deliveries/{deliveryId}/resend",
                path={"deliveryId": delivery_id},
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def recover_deliveries(
        self,
        channel_id: str,
        body: types.RecoverDeliveries,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.RecoveredDeliveries:
        """Resend failed deliveries."""
        return cast(types.RecoveredDeliveries, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/destinations/{channelId}/recover",
                path={"channelId": channel_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def receive_messages(
        self,
        channel_id: str,
        body: types.ReceiveMessages | None = None,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ReceivedMessages:
        """Receive messages."""
        return cast(types.ReceivedMessages, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/destinations/{channelId}/receive",
                path={"channelId": channel_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def acknowledge_messages(
        self,
        channel_id: str,
        body: types.ReceiptHandles,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.AcknowledgedMessages:
        """Acknowledge messages."""
        return cast(types.AcknowledgedMessages, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/destinations/{channelId}/acknowledge",
                path={"channelId": channel_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def extend_messages(
        self,
        channel_id: str,
        body: types.ExtendMessages,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ExtendedMessages:
        """Extend the visibility timeout."""
        return cast(types.ExtendedMessages, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/destinations/{channelId}/extend",
                path={"channelId": channel_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def give_back_messages(
        self,
        channel_id: str,
        body: types.ReceiptHandles,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.GivenBackMessages:
        """Give messages back."""
        return cast(types.GivenBackMessages, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/destinations/{channelId}/giveBack",
                path={"channelId": channel_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_events(
        self,
        *,
        after: int | None = None,
        limit: int | None = None,
        prefer: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Events:
        """List events."""
        return cast(types.Events, self._sender.call(
            Request(
                "GET",
                "/notifications/v4/events",
                query={"after": after, "limit": limit},
                headers={"prefer": prefer},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def test_filter(
        self,
        body: types.TestFilter,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.TestedFilter:
        """Test a filter."""
        return cast(types.TestedFilter, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/filters/test",
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def replay_events(
        self,
        channel_id: str,
        body: types.ReplayEvents | None = None,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ReplayedEvents:
        """Replay events."""
        return cast(types.ReplayedEvents, self._sender.call(
            Request(
                "POST",
                "/notifications/v4/destinations/{channelId}/replay",
                path={"channelId": channel_id},
                headers={"idempotency-key": idempotency_key},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                takes_key=True,
            )
        ))

    def create_report(
        self,
        body: types.ReportBody,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Report:
        """Ask for a report."""
        return cast(types.Report, self._sender.call(
            Request(
                "POST",
                "/reports/v4/reports",
                headers={"idempotency-key": idempotency_key},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                takes_key=True,
            )
        ))

    def get_reports(
        self,
        *,
        report_types: Sequence[Literal["POSITIONS", "FEES", "WHAT_IF", "PRICE_HISTORY", "BUY_BOX_SHARE", "PRICE_CHANGES", "EVENTS", "DELIVERIES"]] | None = None,
        states: Sequence[Literal["IN_QUEUE", "IN_PROGRESS", "DONE", "CANCELLED", "FATAL"]] | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Reports:
        """List reports."""
        return cast(types.Reports, self._sender.call(
            Request(
                "GET",
                "/reports/v4/reports",
                query={"reportTypes": report_types, "states": states, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_reports(
        self,
        *,
        report_types: Sequence[Literal["POSITIONS", "FEES", "WHAT_IF", "PRICE_HISTORY", "BUY_BOX_SHARE", "PRICE_CHANGES", "EVENTS", "DELIVERIES"]] | None = None,
        states: Sequence[Literal["IN_QUEUE", "IN_PROGRESS", "DONE", "CANCELLED", "FATAL"]] | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.Report]:
        """All elements of the pages of `get_reports`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_reports(
                report_types=report_types,
                states=states,
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

    def get_report(
        self,
        report_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Report:
        """Get a report."""
        return cast(types.Report, self._sender.call(
            Request(
                "GET",
                "/reports/v4/reports/{reportId}",
                path={"reportId": report_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def delete_report(
        self,
        report_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> None:
        """Delete a report."""
        self._sender.call(
            Request(
                "DELETE",
                "/reports/v4/reports/{reportId}",
                path={"reportId": report_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        )

    def get_report_document(
        self,
        report_document_id: str,
        *,
        compression: Literal["GZIP"] | None = None,
        range: str | None = None,
        if_range: str | None = None,
        if_none_match: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Download a report."""
        return cast(bytes, self._sender.call(
            Request(
                "GET",
                "/reports/v4/documents/{reportDocumentId}",
                path={"reportDocumentId": report_document_id},
                query={"compression": compression},
                headers={"range": range, "if-range": if_range, "if-none-match": if_none_match},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
                is_document=True,
            )
        ))

    def put_report_schedule(
        self,
        schedule_id: str,
        body: types.ReportScheduleBody,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ReportSchedule:
        """Make a report regularly."""
        return cast(types.ReportSchedule, self._sender.call(
            Request(
                "PUT",
                "/reports/v4/schedules/{scheduleId}",
                path={"scheduleId": schedule_id},
                body=body,
                content_type="application/json",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_report_schedule(
        self,
        schedule_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ReportSchedule:
        """Get a schedule of reports."""
        return cast(types.ReportSchedule, self._sender.call(
            Request(
                "GET",
                "/reports/v4/schedules/{scheduleId}",
                path={"scheduleId": schedule_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def delete_report_schedule(
        self,
        schedule_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> None:
        """Delete a schedule of reports."""
        self._sender.call(
            Request(
                "DELETE",
                "/reports/v4/schedules/{scheduleId}",
                path={"scheduleId": schedule_id},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        )

    def get_report_schedules(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ReportSchedules:
        """List schedules of reports."""
        return cast(types.ReportSchedules, self._sender.call(
            Request(
                "GET",
                "/reports/v4/schedules",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_marketplace_participations(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.MarketplaceParticipations:
        """List marketplaces."""
        return cast(types.MarketplaceParticipations, self._sender.call(
            Request(
                "GET",
                "/sellers/v4/marketplaceParticipations",
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_seller_names(
        self,
        *,
        seller_ids: Sequence[str],
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerNames:
        """Get the names of sellers."""
        return cast(types.SellerNames, self._sender.call(
            Request(
                "GET",
                "/sellers/v4/sellerNames",
                query={"sellerIds": seller_ids},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def get_seller_audit(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        operation: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerAuditEntries:
        """List changes of accounts."""
        return cast(types.SellerAuditEntries, self._sender.call(
            Request(
                "GET",
                "/sellers/v4/audit",
                query={"from": from_, "to": to, "operation": operation, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_seller_audit(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        operation: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.SellerAuditEntry]:
        """All elements of the pages of `get_seller_audit`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_seller_audit(
                from_=from_,
                to=to,
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

    def get_seller_usage(
        self,
        *,
        group_by: Sequence[Literal["time", "client", "operation"]] | None = None,
        client_id: str | None = None,
        resolution: Literal["minute", "day"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        operation: str | None = None,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerUsage:
        """Read your usage of the API."""
        return cast(types.SellerUsage, self._sender.call(
            Request(
                "GET",
                "/sellers/v4/usage",
                query={"groupBy": group_by, "clientId": client_id, "resolution": resolution, "from": from_, "to": to, "operation": operation, "limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_seller_usage(
        self,
        *,
        group_by: Sequence[Literal["time", "client", "operation"]] | None = None,
        client_id: str | None = None,
        resolution: Literal["minute", "day"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        operation: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.SellerUsageRow]:
        """All elements of the pages of `get_seller_usage`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_seller_usage(
                group_by=group_by,
                client_id=client_id,
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

    def get_seller_support_sessions(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerSupportSessions:
        """List support sessions."""
        return cast(types.SellerSupportSessions, self._sender.call(
            Request(
                "GET",
                "/sellers/v4/supportSessions",
                query={"limit": limit, "nextToken": next_token},
                extra_headers=extra_headers,
                timeout=timeout,
                is_repeatable=True,
            )
        ))

    def iter_seller_support_sessions(
        self,
        *,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Iterator[types.SellerSupportSession]:
        """All elements of the pages of `get_seller_support_sessions`. A page is fetched when the loop gets to it."""
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.get_seller_support_sessions(
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

    def end_seller_support_session(
        self,
        support_session_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerSupportSession:
        """End a support session."""
        return cast(types.SellerSupportSession, self._sender.call(
            Request(
                "POST",
                "/sellers/v4/supportSessions/{supportSessionId}/end",
                path={"supportSessionId": support_session_id},
                extra_headers=extra_headers,
                timeout=timeout,
            )
        ))

    def get_notes(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerNotes:
        """Read notes of the operator."""
        return cast(types.SellerNotes, self._sender.call(
            Request(
                "GET",
                "/sellers/v4/notes",
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
