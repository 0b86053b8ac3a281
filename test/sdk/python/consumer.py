"""What an application writes: the type checker knows it."""

from marketplace_seller import Answer, ApiError, AsyncSellerClient, SellerClient, SellerCredentials, types
from marketplace_seller.operator import AsyncOperatorClient, OperatorClient, OperatorCredentials, PriceChangeGap

client = SellerClient("http://127.0.0.1:8080", SellerCredentials("demoseller", "demosellersecret"))


def first_listing() -> str:
    for listing in client.iter_listings(marketplace_id="STORE_US", page_size=100):
        return listing["SellerSKU"]
    return ""


def healthy(event: types.PricingHealthEvent) -> bool:
    return event["data"]["Health"] == "RECOVERED"


def changes() -> list[str]:
    found = []
    for event in client.events(follow=False):
        if event["type"] == "BUY_BOX_CHANGED":
            found.append(event["sequence"] + event["data"]["Change"])
    return found


def warnings(channel_id: str) -> list[str]:
    return [one["code"] for one in client.delete_subscription("PRICING_HEALTH", channel_id).get("warnings", [])]


def subscribe(channel_id: str) -> str:
    made = client.create_subscription(
        "PRICING_HEALTH",
        {"destinationId": channel_id, "processingDirective": {"windowSeconds": 300}},
        idempotency_key="one",
    )
    return made["subscriptionId"]


async def count() -> int:
    async with AsyncSellerClient("http://127.0.0.1:8080") as calls:
        page = await calls.get_events(after=0)
        async for line in calls.report({"reportType": "FEES"}):
            print(line["SellerSKU"])
        async for message in calls.messages("ch_1", stops_when_idle=True):
            print(message.message["notificationId"])
        return page["latestSequence"]


def is_current(tag: str) -> bool:
    try:
        answer: Answer[types.OffersAnswer] = client.answer_of(
            client.get_listing_offers,
            "DEMO-SKU-1",
            marketplace_id="STORE_US",
            item_condition="New",
            if_none_match=tag,
        )
    except ApiError as error:
        return error.code == "NotModified"
    return answer.headers.get("etag") == tag and answer.body["payload"]["status"] == "Success"


operator = OperatorClient("http://127.0.0.1:8080", OperatorCredentials("demooperator", "demooperatorsecret"))


def versions() -> list[str]:
    return [one["feeSchedule"]["version"] for one in operator.get_marketplaces()["marketplaces"] if "feeSchedule" in one]


def decide() -> None:
    def on_gap(gap: PriceChangeGap) -> int:
        return gap.latest_number

    for line in operator.price_change_feed("STORE_US", 0, follow=False, on_gap=on_gap):
        operator.settle_price_changes({"outcomes": [{"priceChangeId": line["change"]["priceChangeId"], "outcome": "applied"}]})


def upload(content: bytes) -> types.Import:
    return operator.upload_import(content, file_name="offers.jsonl", kind="offer", timeout=300)


async def sellers() -> list[str]:
    async with AsyncOperatorClient("http://127.0.0.1:8080") as calls:
        found = await calls.answer_of(calls.list_market_sellers, limit=10)
        return [one["sellerId"] async for one in calls.iter_market_sellers(q=found.headers["x-request-id"])]
