"""MECHCOM: squads of mechs on a hex grid, with Energy pools, Spot tokens, conditions and deployables."""

from tabletop_tui.rules.mechcom.system import SYSTEM

__all__ = ["SYSTEM"]
