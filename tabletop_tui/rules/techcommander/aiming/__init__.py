"""What a shot needs: targets, modifiers, templates."""
