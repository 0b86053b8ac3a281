"""What the type checker must not accept."""

from marketplace_seller import SellerClient
from marketplace_seller.operator import OperatorClient

client = SellerClient("http://127.0.0.1:8080")
client.create_subscription("PRICING_HELTH", {"destinationId": "x"})  # wrong
client.create_subscription("PRICING_HEALTH", {"destination": "x"})  # wrong
client.get_events(after=0)["events_"]  # wrong
client.get_event()  # wrong
client.answer_of(client.get_events, before=0)  # wrong
client.answer_of(client.get_events).body["events_"]  # wrong
client.list_market_sellers()  # wrong
operator = OperatorClient("http://127.0.0.1:8080")
operator.upload_import({"kind": "seller"}, file_name="sellers.jsonl")  # wrong
operator.get_events()  # wrong
