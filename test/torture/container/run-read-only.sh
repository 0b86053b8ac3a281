#!/bin/sh
# Runs a command in the file system of an image as a container engine does with --read-only: ROOT VOLUME USER COMMAND...
# Called in a mount namespace of its own, which ends with the command.
set -e
root=$1 volume=$2 user=$3
shift 3
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
cd /
exec chroot --userspec="$user" "$root" "$@"
