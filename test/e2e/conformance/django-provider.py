"""Django OAuth Toolkit as its documentation sets it up: `django-provider.py PORT FOLDER`.

The pages are Django's own sign-in and the toolkit's own consent. What differs from the defaults is only what every
project has to fill in: scopes, a key for ID tokens, accounts and applications, which standard input brings as JSON.
"""
import json
import sys

import django
from django.conf import settings

port, folder, given = int(sys.argv[1]), sys.argv[2], json.load(sys.stdin)
apps = ["admin", "auth", "contenttypes", "sessions", "messages"]

settings.configure(
    SECRET_KEY="only for this test run",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    LOGIN_URL="/admin/login/",
    USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{folder}/provider.db"}},
    INSTALLED_APPS=[f"django.contrib.{app}" for app in apps] + ["oauth2_provider"],
    # Creates the tables in one step, which takes a fraction of the time of all migrations.
    MIGRATION_MODULES={app: None for app in [*apps, "oauth2_provider"]},
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    STATIC_URL="/static/",
    OAUTH2_PROVIDER={
        "OIDC_ENABLED": True,
        "OIDC_RSA_PRIVATE_KEY": given["key"],
        "SCOPES": {name: f"The right {name}" for name in given["scopes"]},
        "DEFAULT_SCOPES": given["defaultScopes"],
    },
)
django.setup()

from django.contrib import admin  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.urls import include, path  # noqa: E402
from oauth2_provider.models import Application  # noqa: E402

urlpatterns = [
    path("admin/", admin.site.urls),
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
]

call_command("migrate", run_syncdb=True, verbosity=0)
for name, password in given["accounts"].items():
    User.objects.create_user(name, password=password, is_staff=True)
for application in given["applications"]:
    Application.objects.create(algorithm="RS256", **application)

server = ThreadedWSGIServer(("127.0.0.1", port), WSGIRequestHandler)
server.set_app(get_wsgi_application())
print("listening", flush=True)
server.serve_forever()
