"""What the type checker must not accept."""

from marketplace_seller import SellerClient

client = SellerClient("http://127.0.0.1:8080")
client.create_subscription("PRICING_HELTH", {"destinationId": "x"})  # wrong
client.create_subscription("PRICING_HEALTH", {"destination": "x"})  # wrong
client.get_events(after=0)["events_"]  # wrong
client.get_event()  # wrong
