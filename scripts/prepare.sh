# shellcheck shell=bash disable=SC2154
# Installs what the build needs and builds. Sourced by the launchers; needs $root.

say() { printf 'epicycle: %s\n' "$*"; }

# as_root COMMAND...: runs as root, directly or by sudo without a password; fails where neither is possible.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif sudo -n true 2>/dev/null; then sudo "$@"; else return 1; fi
}

# apt_install PACKAGE...: installs with apt, quietly; fails without a word where it can't.
apt_install() {
  command -v apt-get >/dev/null 2>&1 || return 1
  export DEBIAN_FRONTEND=noninteractive
  as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 && return 0
  as_root apt-get update -qq >/dev/null 2>&1 &&
    as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1
}

# The libraries, as pkg-config names them, with their packages in Debian and Homebrew.
libraries="fftw3:libfftw3-dev:fftw libxml-2.0:libxml2-dev:libxml2 zlib:zlib1g-dev:zlib cairo:libcairo2-dev:cairo"

# BLIS has no pkg-config file; macOS has Accelerate instead.
has_blis() {
  [ "$(uname)" = Darwin ] || printf 'int main(void) { return 0; }' | clang -x c - -lblis -o /dev/null 2>/dev/null
}

missing_libraries() { # debian|brew
  local entry module debian brew
  for entry in $libraries; do
    IFS=: read -r module debian brew <<<"$entry"
    if ! pkg-config --exists "$module" 2>/dev/null; then
      if [ "$1" = brew ]; then printf '%s ' "$brew"; else printf '%s ' "$debian"; fi
    fi
  done
}

need_build_tools() {
  if ! command -v swift >/dev/null 2>&1; then
    say "Swift 6 is needed: see swift.org/install"
    exit 69
  fi
  local missing
  if [ "$(uname)" = Darwin ]; then
    command -v brew >/dev/null 2>&1 || { say "Homebrew is needed to install fftw: see brew.sh"; exit 69; }
    command -v pkg-config >/dev/null 2>&1 || brew install --quiet pkgconf
    # Homebrew keeps these out of the default search path.
    PKG_CONFIG_PATH="$(brew --prefix)/opt/libxml2/lib/pkgconfig:${PKG_CONFIG_PATH:-}"
    export PKG_CONFIG_PATH
    missing=$(missing_libraries brew)
    [ -z "$missing" ] || { say "installing $missing"; brew install --quiet $missing; }
    return
  fi
  missing=$(command -v pkg-config >/dev/null 2>&1 || printf 'pkg-config ')$(missing_libraries debian)
  has_blis || missing+=libblis-serial-dev
  [ -z "$missing" ] && return
  say "installing $missing"
  apt_install $missing && return
  if command -v apt-get >/dev/null 2>&1; then
    say "these packages are needed; install them as root: apt-get install $missing"
  else
    say "these libraries are needed with their headers: fftw3, libxml2, zlib, cairo, blis (and pkg-config)"
  fi
  exit 69
}

build_release() {
  say "building (once; about a minute)"
  local log
  log=$(mktemp)
  if ! swift build --package-path "$root" -c release --product epicycle >"$log" 2>&1; then
    cat "$log"
    rm -f "$log"
    say "the build failed"
    exit 70
  fi
  rm -f "$log"
  # A build that had nothing to do leaves the old time on the binary.
  touch "$root/.build/release/epicycle"
}
