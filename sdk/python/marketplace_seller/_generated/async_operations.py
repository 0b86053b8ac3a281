# Written by `npm --prefix sdk run generate` from openapi.json. Do not edit.
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Literal

from .. import _threads
from .._connected import AsyncConnected
from . import types
from .operations import Operations


class AsyncOperations(AsyncConnected):
    """The operations of `Operations`, each in a thread: they may be awaited."""

    def __init__(self, operations: Operations) -> None:
        super().__init__(operations)
        self._operations = operations

    async def get_liveness(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Alive:
        """Check liveness."""
        return await asyncio.to_thread(
            self._operations.get_liveness,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_readiness(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Ready:
        """Check readiness."""
        return await asyncio.to_thread(
            self._operations.get_readiness,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def request_token(
        self,
        body: types.TokenRequest,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Token:
        """Get an access token."""
        return await asyncio.to_thread(
            self._operations.request_token,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def register_client(
        self,
        body: types.ClientRegistration,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.RegisteredClient:
        """Register an application."""
        return await asyncio.to_thread(
            self._operations.register_client,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_fees_estimate_for_item(
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
        return await asyncio.to_thread(
            self._operations.get_fees_estimate_for_item,
            store_item_id,
            body,
            marketplace_id=marketplace_id,
            explain=explain,
            as_of=as_of,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_fees_estimate_for_sku(
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
        return await asyncio.to_thread(
            self._operations.get_fees_estimate_for_sku,
            seller_sku,
            body,
            marketplace_id=marketplace_id,
            explain=explain,
            as_of=as_of,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_fees_estimates(
        self,
        body: types.FeesEstimateElements,
        *,
        explain: bool | None = None,
        as_of: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.FeesEstimateAnswers:
        """Estimate fees in a batch."""
        return await asyncio.to_thread(
            self._operations.get_fees_estimates,
            body,
            explain=explain,
            as_of=as_of,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def compare_fees_estimates(
        self,
        body: types.FeesComparisonBody,
        *,
        explain: bool | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.FeesComparisonAnswer:
        """Compare fees at several dates."""
        return await asyncio.to_thread(
            self._operations.compare_fees_estimates,
            body,
            explain=explain,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_listing_offers(
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
        return await asyncio.to_thread(
            self._operations.get_listing_offers,
            seller_sku,
            marketplace_id=marketplace_id,
            item_condition=item_condition,
            customer_type=customer_type,
            if_none_match=if_none_match,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_item_offers(
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
        return await asyncio.to_thread(
            self._operations.get_item_offers,
            store_item_id,
            marketplace_id=marketplace_id,
            item_condition=item_condition,
            customer_type=customer_type,
            if_none_match=if_none_match,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_competitive_pricing(
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
        return await asyncio.to_thread(
            self._operations.get_competitive_pricing,
            marketplace_id=marketplace_id,
            item_type=item_type,
            skus=skus,
            store_item_ids=store_item_ids,
            customer_type=customer_type,
            if_none_match=if_none_match,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_pricing(
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
        return await asyncio.to_thread(
            self._operations.get_pricing,
            marketplace_id=marketplace_id,
            item_type=item_type,
            skus=skus,
            store_item_ids=store_item_ids,
            customer_type=customer_type,
            item_condition=item_condition,
            offer_type=offer_type,
            if_none_match=if_none_match,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def explain_buy_box(
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
        return await asyncio.to_thread(
            self._operations.explain_buy_box,
            seller_sku,
            marketplace_id=marketplace_id,
            customer_type=customer_type,
            listing_price=listing_price,
            shipping=shipping,
            fulfillment_channel=fulfillment_channel,
            if_none_match=if_none_match,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_listings(
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
        return await asyncio.to_thread(
            self._operations.get_listings,
            marketplace_id=marketplace_id,
            sort=sort,
            order=order,
            state=state,
            query=query,
            page_size=page_size,
            next_token=next_token,
            counts=counts,
            if_none_match=if_none_match,
            extra_headers=extra_headers,
            timeout=timeout,
        )

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
    ) -> AsyncIterator[types.Listing]:
        """All elements of the pages of `get_listings`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_listings(
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
            )
        )

    async def try_prices(
        self,
        body: types.WhatIfBody,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.WhatIfAnswer:
        """Try other prices."""
        return await asyncio.to_thread(
            self._operations.try_prices,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_limits(
        self,
        seller_sku: str,
        *,
        marketplace_id: str,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingLimitsAnswer:
        """Get the limits of a SKU."""
        return await asyncio.to_thread(
            self._operations.get_limits,
            seller_sku,
            marketplace_id=marketplace_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def set_limits(
        self,
        seller_sku: str,
        body: types.ListingLimitsBody | None = None,
        *,
        marketplace_id: str,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingLimitsAnswer:
        """Set the limits of a SKU."""
        return await asyncio.to_thread(
            self._operations.set_limits,
            seller_sku,
            body,
            marketplace_id=marketplace_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def list_limits(
        self,
        *,
        marketplace_id: str,
        page_size: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingLimitsPageAnswer:
        """List limits."""
        return await asyncio.to_thread(
            self._operations.list_limits,
            marketplace_id=marketplace_id,
            page_size=page_size,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_limits(
        self,
        *,
        marketplace_id: str,
        page_size: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.LimitedListing]:
        """All elements of the pages of `list_limits`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_limits(
                marketplace_id=marketplace_id,
                page_size=page_size,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def set_many_limits(
        self,
        body: types.ListingLimitsListBody,
        *,
        marketplace_id: str,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingLimitsResultsAnswer:
        """Set limits of many SKUs."""
        return await asyncio.to_thread(
            self._operations.set_many_limits,
            body,
            marketplace_id=marketplace_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_price_history(
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
        return await asyncio.to_thread(
            self._operations.get_price_history,
            store_item_id,
            marketplace_id=marketplace_id,
            item_condition=item_condition,
            customer_type=customer_type,
            offer_type=offer_type,
            seller_sku=seller_sku,
            since=since,
            until=until,
            page_size=page_size,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

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
    ) -> AsyncIterator[types.PriceStep]:
        """All elements of the pages of `get_price_history`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_price_history(
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
            )
        )

    async def get_listing_buy_box_share(
        self,
        seller_sku: str,
        *,
        marketplace_id: str,
        since: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingShareAnswer:
        """Get buy box share of a SKU."""
        return await asyncio.to_thread(
            self._operations.get_listing_buy_box_share,
            seller_sku,
            marketplace_id=marketplace_id,
            since=since,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_buy_box_share(
        self,
        *,
        marketplace_id: str,
        since: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerShareAnswer:
        """Get your buy box share."""
        return await asyncio.to_thread(
            self._operations.get_buy_box_share,
            marketplace_id=marketplace_id,
            since=since,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_listing_history(
        self,
        body: types.ListingHistoryBody,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ListingHistoryAnswer:
        """Get history of several SKUs."""
        return await asyncio.to_thread(
            self._operations.get_listing_history,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def change_prices(
        self,
        body: types.PriceChangesBody,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PriceChangesAnswer:
        """Change prices."""
        return await asyncio.to_thread(
            self._operations.change_prices,
            body,
            idempotency_key=idempotency_key,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_price_changes(
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
        return await asyncio.to_thread(
            self._operations.get_price_changes,
            marketplace_id=marketplace_id,
            seller_sku=seller_sku,
            state=state,
            after=after,
            limit=limit,
            names=names,
            extra_headers=extra_headers,
            timeout=timeout,
        )

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
    ) -> AsyncIterator[types.PriceChangeReceipt]:
        """All elements of the pages of `get_price_changes`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_price_changes(
                marketplace_id=marketplace_id,
                seller_sku=seller_sku,
                state=state,
                limit=limit,
                names=names,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_price_change(
        self,
        price_change_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PriceChangeAnswer:
        """Get a price change."""
        return await asyncio.to_thread(
            self._operations.get_price_change,
            price_change_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def undo_price_change(
        self,
        price_change_id: str,
        body: types.UndoPriceChangeBody | None = None,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PriceChangeAnswer:
        """Undo a price change."""
        return await asyncio.to_thread(
            self._operations.undo_price_change,
            price_change_id,
            body,
            idempotency_key=idempotency_key,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_listing_offers_batch(
        self,
        body: types.ListingOffersBatch,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.BatchAnswer:
        """Get offers for several SKUs."""
        return await asyncio.to_thread(
            self._operations.get_listing_offers_batch,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_item_offers_batch(
        self,
        body: types.ItemOffersBatch,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.BatchAnswer:
        """Get offers for several items."""
        return await asyncio.to_thread(
            self._operations.get_item_offers_batch,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_competitive_summary(
        self,
        body: types.CompetitiveSummaryBatch,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.CompetitiveSummaryBatchAnswer:
        """Get competitive summaries."""
        return await asyncio.to_thread(
            self._operations.get_competitive_summary,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_featured_offer_expected_price_batch(
        self,
        body: types.ExpectedPriceBatch,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ExpectedPriceBatchAnswer:
        """Get expected prices."""
        return await asyncio.to_thread(
            self._operations.get_featured_offer_expected_price_batch,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_event_schemas(
        self,
        *,
        if_none_match: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.EventSchemas:
        """List event schemas."""
        return await asyncio.to_thread(
            self._operations.get_event_schemas,
            if_none_match=if_none_match,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_event_schema(
        self,
        event_type: Literal["TEST_NOTIFICATION", "ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"],
        *,
        if_none_match: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.EventSchema:
        """Get an event schema."""
        return await asyncio.to_thread(
            self._operations.get_event_schema,
            event_type,
            if_none_match=if_none_match,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_push_key(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.PushKey:
        """Get the push key."""
        return await asyncio.to_thread(
            self._operations.get_push_key,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def create_destination(
        self,
        body: types.CreateDestination | None = None,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Destination:
        """Create a destination."""
        return await asyncio.to_thread(
            self._operations.create_destination,
            body,
            idempotency_key=idempotency_key,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_destinations(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Destinations:
        """List destinations."""
        return await asyncio.to_thread(
            self._operations.get_destinations,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_destination(
        self,
        channel_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Destination:
        """Get a destination."""
        return await asyncio.to_thread(
            self._operations.get_destination,
            channel_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def change_destination(
        self,
        channel_id: str,
        body: types.ChangeDestination | None = None,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Destination:
        """Change a destination."""
        return await asyncio.to_thread(
            self._operations.change_destination,
            channel_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def delete_destination(
        self,
        channel_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> None:
        """Delete a destination."""
        return await asyncio.to_thread(
            self._operations.delete_destination,
            channel_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def rotate_secret(
        self,
        channel_id: str,
        body: types.RotateSecret | None = None,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Destination:
        """Rotate a signing secret."""
        return await asyncio.to_thread(
            self._operations.rotate_secret,
            channel_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def confirm_destination(
        self,
        channel_id: str,
        body: types.ConfirmationCode,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Destination:
        """Confirm an address."""
        return await asyncio.to_thread(
            self._operations.confirm_destination,
            channel_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def create_subscription(
        self,
        notification_type: Literal["ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"],
        body: types.CreateSubscription,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Subscription:
        """Subscribe a destination."""
        return await asyncio.to_thread(
            self._operations.create_subscription,
            notification_type,
            body,
            idempotency_key=idempotency_key,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_subscriptions(
        self,
        notification_type: Literal["ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"],
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Subscriptions:
        """List subscriptions."""
        return await asyncio.to_thread(
            self._operations.get_subscriptions,
            notification_type,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_subscription(
        self,
        notification_type: Literal["ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"],
        subscription_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Subscription:
        """Get a subscription."""
        return await asyncio.to_thread(
            self._operations.get_subscription,
            notification_type,
            subscription_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def delete_subscription(
        self,
        notification_type: Literal["ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"],
        subscription_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SubscriptionDeleted:
        """Delete a subscription."""
        return await asyncio.to_thread(
            self._operations.delete_subscription,
            notification_type,
            subscription_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def send_test_notification(
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
        return await asyncio.to_thread(
            self._operations.send_test_notification,
            notification_type,
            body,
            idempotency_key=idempotency_key,
            prefer=prefer,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_deliveries(
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
        return await asyncio.to_thread(
            self._operations.get_deliveries,
            channel_id,
            state=state,
            id=id,
            from_=from_,
            to=to,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

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
    ) -> AsyncIterator[types.Delivery]:
        """All elements of the pages of `get_deliveries`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_deliveries(
                channel_id,
                state=state,
                id=id,
                from_=from_,
                to=to,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_delivery(
        self,
        delivery_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.DeliveryDetails:
        """Get a delivery."""
        return await asyncio.to_thread(
            self._operations.get_delivery,
            delivery_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def resend_delivery(
        self,
        delivery_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Delivery:
        """Resend a delivery."""
        return await asyncio.to_thread(
            self._operations.resend_delivery,
            delivery_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def recover_deliveries(
        self,
        channel_id: str,
        body: types.RecoverDeliveries,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.RecoveredDeliveries:
        """Resend failed deliveries."""
        return await asyncio.to_thread(
            self._operations.recover_deliveries,
            channel_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def receive_messages(
        self,
        channel_id: str,
        body: types.ReceiveMessages | None = None,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ReceivedMessages:
        """Receive messages."""
        return await asyncio.to_thread(
            self._operations.receive_messages,
            channel_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def acknowledge_messages(
        self,
        channel_id: str,
        body: types.ReceiptHandles,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.AcknowledgedMessages:
        """Acknowledge messages."""
        return await asyncio.to_thread(
            self._operations.acknowledge_messages,
            channel_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def extend_messages(
        self,
        channel_id: str,
        body: types.ExtendMessages,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ExtendedMessages:
        """Extend the visibility timeout."""
        return await asyncio.to_thread(
            self._operations.extend_messages,
            channel_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def give_back_messages(
        self,
        channel_id: str,
        body: types.ReceiptHandles,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.GivenBackMessages:
        """Give messages back."""
        return await asyncio.to_thread(
            self._operations.give_back_messages,
            channel_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_events(
        self,
        *,
        after: int | None = None,
        limit: int | None = None,
        prefer: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Events:
        """List events."""
        return await asyncio.to_thread(
            self._operations.get_events,
            after=after,
            limit=limit,
            prefer=prefer,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def test_filter(
        self,
        body: types.TestFilter,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.TestedFilter:
        """Test a filter."""
        return await asyncio.to_thread(
            self._operations.test_filter,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def replay_events(
        self,
        channel_id: str,
        body: types.ReplayEvents | None = None,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ReplayedEvents:
        """Replay events."""
        return await asyncio.to_thread(
            self._operations.replay_events,
            channel_id,
            body,
            idempotency_key=idempotency_key,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def create_report(
        self,
        body: types.ReportBody,
        *,
        idempotency_key: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Report:
        """Ask for a report."""
        return await asyncio.to_thread(
            self._operations.create_report,
            body,
            idempotency_key=idempotency_key,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_reports(
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
        return await asyncio.to_thread(
            self._operations.get_reports,
            report_types=report_types,
            states=states,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_reports(
        self,
        *,
        report_types: Sequence[Literal["POSITIONS", "FEES", "WHAT_IF", "PRICE_HISTORY", "BUY_BOX_SHARE", "PRICE_CHANGES", "EVENTS", "DELIVERIES"]] | None = None,
        states: Sequence[Literal["IN_QUEUE", "IN_PROGRESS", "DONE", "CANCELLED", "FATAL"]] | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.Report]:
        """All elements of the pages of `get_reports`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_reports(
                report_types=report_types,
                states=states,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_report(
        self,
        report_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.Report:
        """Get a report."""
        return await asyncio.to_thread(
            self._operations.get_report,
            report_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def delete_report(
        self,
        report_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> None:
        """Delete a report."""
        return await asyncio.to_thread(
            self._operations.delete_report,
            report_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_report_document(
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
        return await asyncio.to_thread(
            self._operations.get_report_document,
            report_document_id,
            compression=compression,
            range=range,
            if_range=if_range,
            if_none_match=if_none_match,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def put_report_schedule(
        self,
        schedule_id: str,
        body: types.ReportScheduleBody,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ReportSchedule:
        """Make a report regularly."""
        return await asyncio.to_thread(
            self._operations.put_report_schedule,
            schedule_id,
            body,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_report_schedule(
        self,
        schedule_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ReportSchedule:
        """Get a schedule of reports."""
        return await asyncio.to_thread(
            self._operations.get_report_schedule,
            schedule_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def delete_report_schedule(
        self,
        schedule_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> None:
        """Delete a schedule of reports."""
        return await asyncio.to_thread(
            self._operations.delete_report_schedule,
            schedule_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_report_schedules(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.ReportSchedules:
        """List schedules of reports."""
        return await asyncio.to_thread(
            self._operations.get_report_schedules,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_marketplace_participations(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.MarketplaceParticipations:
        """List marketplaces."""
        return await asyncio.to_thread(
            self._operations.get_marketplace_participations,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_seller_names(
        self,
        *,
        seller_ids: Sequence[str],
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerNames:
        """Get the names of sellers."""
        return await asyncio.to_thread(
            self._operations.get_seller_names,
            seller_ids=seller_ids,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_seller_audit(
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
        return await asyncio.to_thread(
            self._operations.get_seller_audit,
            from_=from_,
            to=to,
            operation=operation,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_seller_audit(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        operation: str | None = None,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.SellerAuditEntry]:
        """All elements of the pages of `get_seller_audit`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_seller_audit(
                from_=from_,
                to=to,
                operation=operation,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_seller_usage(
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
        return await asyncio.to_thread(
            self._operations.get_seller_usage,
            group_by=group_by,
            client_id=client_id,
            resolution=resolution,
            from_=from_,
            to=to,
            operation=operation,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

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
    ) -> AsyncIterator[types.SellerUsageRow]:
        """All elements of the pages of `get_seller_usage`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_seller_usage(
                group_by=group_by,
                client_id=client_id,
                resolution=resolution,
                from_=from_,
                to=to,
                operation=operation,
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def get_seller_support_sessions(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerSupportSessions:
        """List support sessions."""
        return await asyncio.to_thread(
            self._operations.get_seller_support_sessions,
            limit=limit,
            next_token=next_token,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    def iter_seller_support_sessions(
        self,
        *,
        limit: int | None = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[types.SellerSupportSession]:
        """All elements of the pages of `get_seller_support_sessions`. A page is fetched when the loop gets to it."""
        return _threads.each(
            self._operations.iter_seller_support_sessions(
                limit=limit,
                extra_headers=extra_headers,
                timeout=timeout,
            )
        )

    async def end_seller_support_session(
        self,
        support_session_id: str,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerSupportSession:
        """End a support session."""
        return await asyncio.to_thread(
            self._operations.end_seller_support_session,
            support_session_id,
            extra_headers=extra_headers,
            timeout=timeout,
        )

    async def get_notes(
        self,
        *,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> types.SellerNotes:
        """Read notes of the operator."""
        return await asyncio.to_thread(
            self._operations.get_notes,
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
