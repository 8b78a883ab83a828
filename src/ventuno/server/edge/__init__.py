"""The WebSocket edge: frames, connections, and one write a client a tick."""
