#!/bin/sh
# Writes the whole log, pictures too, into a file a day, and keeps those of two weeks (docs/convention.md).
set -eu
umask 077
folder=${1:-/backups} host=${2:-log}
PGPASSWORD=$(cat /run/secrets/password 2>/dev/null || true)
export PGPASSWORD
while :; do
  file=$folder/clashcam-$(date +%Y-%m-%d).dump
  if pg_dump --host "$host" --username clashcam --format custom --file "$file.part" clashcam; then
    # The container's root writes it; who owns the folder has to read it to put it back.
    chown --reference="$folder" "$file.part" || echo "$file stays root's" >&2
    mv "$file.part" "$file"
    find "$folder" -name 'clashcam-*.dump' -mtime +14 -delete
  else
    rm -f "$file.part"
    echo "the log could not be copied; tried again tomorrow" >&2
  fi
  sleep 86400 &
  wait $!
done
