"""Sessions kept on disk, with what the networks answered, so that a tracker replays one in seconds.

``record`` writes a tape for each session: its frames, the truth of each (``vision.virtual.truth``) or a clip's labels,
and every answer of detector (whole frames, parts, zoomed tiles), reader, classifier, embedder and search to the
tracker. A simulated frame is kept as the very JPEG that the virtual camera gives, at 15 frames a second as in the other
benchmarks; a clip as its file, at its own rate. So live and taped trackers see the same pixels.

``replay`` lets the tracker watch the tapes. A question that was asked before is answered from the tape; any other is
put to the real networks on the taped frame, and its answer is added to the tape, for the next replay. Tapes answer for
the weights that recorded them: with others the networks are asked again about the same frames. ``compare`` sets two
replays side by side, card by card.

A changed tracker is compared with the one before by a replay of each checkout. Tapes are never committed.
"""
