"""python -m tabletop_tui"""

from tabletop_tui.cli import main

if __name__ == "__main__":
    main()
