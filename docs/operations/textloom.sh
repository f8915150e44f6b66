#!/bin/sh
# Runs a textloom command as the user and with the settings of the service for systemd. Copy this
# file to /usr/local/bin/textloom.
exec systemd-run --quiet --pipe --wait --collect --uid=textloom \
  --working-directory=/opt/textloom \
  --setenv=DATA_DIR=/var/lib/textloom \
  --property=EnvironmentFile=-/etc/textloom.env \
  /opt/textloom/node_modules/.bin/node service/bin/textloom.mjs "$@"
