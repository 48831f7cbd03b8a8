#!/bin/sh
# workerd for Miniflare, which ends it only when Miniflare's own process ends in order. The control pipe
# breaks however that process ends, even by SIGKILL, and workerd must not outlive it.
(read -r _ <&3; kill -9 $$) &
exec "$WORKERD" "$@"
