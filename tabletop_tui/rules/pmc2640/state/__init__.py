"""What a battle consists of: units, terrain, status, and what is known of them."""
