"""The local page: it parses requests, calls `likewise.app` and shows what comes back; it holds no logic of its own."""
