"""The plain HTTP API: one table of routes, from which the handlers and the OpenAPI document are both made."""
