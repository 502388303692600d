"""HTTP: routes, schemas, middleware, static files."""
