"""What screens show of a battle: scene, cards, roster, overlays."""
