"""Commands that print figures, each below one heading: commit, machine, cores, command, n.

``speed`` how long a frame takes, beside the first version, ``latency`` from the last settled card to the verdict in
the page, ``crowd`` a seventh page beside six; ``photos`` and ``small`` real and small pictures, ``virtual`` sessions
with decks kept out of training, ``tracking`` the tracker against the virtual table's truth, ``events`` two files of
events, ``snapshot`` a table told to every role, ``negatives`` what no gallery holds, ``virtual_speed`` the renderer,
``second_judges`` the rules read twice, ``morning`` the picture and the film of a session's moments.
"""
