"""What an application writes: the type checker knows it."""

from marketplace_seller import AsyncSellerClient, SellerClient, SellerCredentials, types

client = SellerClient("http://127.0.0.1:8080", SellerCredentials("demoseller", "demosellersecret"))


def first_listing() -> str:
    for listing in client.iter_listings(marketplace_id="STORE_US", page_size=100):
        return listing["SellerSKU"]
    return ""


def healthy(event: types.PricingHealthEvent) -> bool:
    return event["data"]["Health"] == "RECOVERED"


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
