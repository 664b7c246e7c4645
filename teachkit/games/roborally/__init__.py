"""RoboRally: five registers, everybody at once, and priorities decide."""
