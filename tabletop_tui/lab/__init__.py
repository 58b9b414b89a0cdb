"""The lab: series of games between computers, and what they tell of players, forces and scenarios. No screen.

matches = matches_of(system, scenario, players=("greedy",), games=50)
records = list(play(matches, workers=2))
summary = summary_of(records)
"""
