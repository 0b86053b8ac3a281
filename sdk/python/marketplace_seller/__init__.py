"""The Marketplace Seller Service in one import: typed operations, tokens, retries, pages, events, webhooks."""

from ._answer import Answer
from ._async_client import AsyncSellerClient
from ._authorization import StartedAuthorization, authorization_url, exchange_code
from ._client import SellerClient
from ._errors import ApiError, ErrorEntry
from ._generated import types
from ._loops import EventGap
from ._messages import PulledMessage
from ._reports import AsyncReportRun, ReportRun
from ._stores import FileTokenStore, MemoryTokenStore, StoredTokens, TokenStore
from ._tokens import DelegatedGrant, SellerCredentials
from ._version import VERSION as __version__
from ._webhooks import WebhookError, verify_webhook

__all__ = [
    "Answer",
    "ApiError",
    "AsyncReportRun",
    "AsyncSellerClient",
    "DelegatedGrant",
    "ErrorEntry",
    "EventGap",
    "FileTokenStore",
    "MemoryTokenStore",
    "PulledMessage",
    "ReportRun",
    "SellerClient",
    "SellerCredentials",
    "StartedAuthorization",
    "StoredTokens",
    "TokenStore",
    "WebhookError",
    "__version__",
    "authorization_url",
    "exchange_code",
    "types",
    "verify_webhook",
]
