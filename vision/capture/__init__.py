"""Sources of frames: cameras, files, streams, folders of pictures and the virtual table."""
