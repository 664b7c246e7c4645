"""Program runs: flows, walks, events, decisions and traces."""
