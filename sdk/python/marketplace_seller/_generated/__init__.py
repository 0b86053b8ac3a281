# Written by `npm --prefix sdk run generate` from openapi.json. Do not edit.
