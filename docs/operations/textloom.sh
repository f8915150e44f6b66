#!/bin/sh
# Runs a textloom command as the user and with the settings of the service for systemd. Copy this
# file to /usr/local/bin/textloom. If you set DATA_DIR or DATABASE_URL, the command uses it, unless
# the settings contain another value.
private=
if [ -n "$DATABASE_URL" ]; then
  # systemd shows the variables of a command to all users, but not those in a file.
  private=$(mktemp "${TMPDIR:-/run}/textloom.XXXXXX") || exit
  trap 'rm "$private"' EXIT
  trap 'exit 130' HUP INT TERM
  printf 'DATABASE_URL=%s\n' "$DATABASE_URL" > "$private"
fi
systemd-run --quiet --pipe --wait --collect --uid=textloom \
  --working-directory=/opt/textloom \
  --setenv=DATA_DIR="${DATA_DIR:-/var/lib/textloom}" \
  ${private:+--property=EnvironmentFile="$private"} \
  --property=EnvironmentFile=-/etc/textloom.env \
  /opt/textloom/node_modules/.bin/node service/bin/textloom.mjs "$@"
