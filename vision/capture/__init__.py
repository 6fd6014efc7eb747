"""Where frames come from: cameras, files, streams, folders of pictures and the virtual table."""
