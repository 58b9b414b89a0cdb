"""The battle screen: the answer being made, the layout, the side panel, the pace, animation."""
