# Unpacks Debian packages, and what they need and the machine lacks: sh unpack-from-debian.sh CACHE ROOT PACKAGE...
# Needs no root and installs nothing. apt-get checks signatures and checksums.
set -eu
cache=$1 root=$2
shift 2
mkdir -p "$cache/apt/archives/partial" "$cache/debs"
# Two runs at once: the second one waits, and finds everything done.
exec 9>"$cache/lock"
flock 9
[ -d "$root" ] && exit 0

lists=/var/lib/apt/lists
apt() {
  apt-get -qq -o Dir::State::lists="$lists" -o Dir::Cache="$cache/apt" -o APT::Sandbox::User=root -o Debug::NoLocking=true "$@"
}
download() {
  planned=$(apt -s --no-install-recommends install "$@") || return 1
  # Inst redis-server [installed version] (5:7.0.15-1 Debian:12/stable [arm64])
  wanted=$(echo "$planned" | sed -nE 's/^Inst ([^ ]+) (\[[^]]*\] )?\(([^ ]+) .*/\1=\3/p')
  # Earlier downloads stay: apt-get compares their checksums.
  [ -z "$wanted" ] || (cd "$cache/debs" && apt download $wanted)
}
# The machine's lists of packages may be missing, or so old that the versions in them are gone.
download "$@" 2>"$cache/first-try" || {
  lists=$cache/lists
  mkdir -p "$lists/partial"
  apt update
  download "$@"
}

rm -rf "$root.new"
mkdir -p "$root.new"
for package in $wanted; do
  # A file name has the version with %3a in place of the colon.
  dpkg-deb -x "$cache/debs/${package%%=*}_$(echo "${package#*=}" | sed 's/:/%3a/')"_*.deb "$root.new"
done
touch "$root.new"
mv "$root.new" "$root"
# Roots for what was installed on the machine at other times.
find "$cache" -maxdepth 1 -name 'root-*' -mtime +7 -exec rm -rf {} +
