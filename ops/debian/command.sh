#!/bin/sh
# user-centre COMMAND [options]: as the server's user, with the server's variables.
set -eu
ENV_FILE=/etc/user-centre/user-centre.env
export ENV_FILE
if [ "$(id -u)" = 0 ]; then
  exec runuser -u user-centre -- /usr/lib/user-centre/user-centre "$@"
fi
if [ ! -r "$ENV_FILE" ]; then
  echo "Only root and the user user-centre may read $ENV_FILE: sudo user-centre $*" >&2
  exit 1
fi
exec /usr/lib/user-centre/user-centre "$@"
