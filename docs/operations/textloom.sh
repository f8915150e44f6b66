#!/bin/sh
# Runs a textloom command as the user and with the settings of the service for systemd. Copy this
# file to /usr/local/bin/textloom. If you set DATA_DIR or DATABASE_URL, the command uses it, unless
# the settings contain another value.
private=
unit=textloom-command-$$
trap '[ -z "$private" ] || rm "$private"' EXIT
# systemd-run leaves a command running when it ends itself, such as after Ctrl+C.
trap 'systemctl --quiet stop "$unit.service" 2> /dev/null; exit 130' HUP INT TERM
if [ -n "$DATABASE_URL" ]; then
  # systemd shows the variables of a command to all users, but not those in a file.
  private=$(mktemp "${TMPDIR:-/run}/textloom.XXXXXX") || exit
  printf 'DATABASE_URL=%s\n' "$DATABASE_URL" > "$private"
fi
systemd-run --quiet --pipe --wait --collect --unit="$unit" --uid=textloom \
  --working-directory=/opt/textloom \
  --setenv=DATA_DIR="${DATA_DIR:-/var/lib/textloom}" \
  ${private:+--property=EnvironmentFile="$private"} \
  --property=EnvironmentFile=-/etc/textloom.env \
  /opt/textloom/node_modules/.bin/node service/bin/textloom.mjs "$@"
