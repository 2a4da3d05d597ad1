#!/bin/sh
# A Debian package from a release tarball: build.sh TARBALL DIRECTORY [DPKG-BUILDPACKAGE-OPTION...]
# The package is made for MAINTAINER ("Name <address>") and dated SOURCE_DATE_EPOCH, or now.
set -eu

here=$(cd -- "$(dirname -- "$0")" && pwd -P)
tarball=$1 directory=$2
shift 2
base=${tarball##*/}
version=${base#aerscope-}
version=${version%.tar.*}
maintainer=${MAINTAINER:-"$(id -un) <$(id -un)@localhost>"}
date=$(LC_ALL=C date -R ${SOURCE_DATE_EPOCH:+-u -d "@$SOURCE_DATE_EPOCH"})

cp -- "$tarball" "$directory/aerscope_$version.orig.tar.${base##*.}"
tar -xf "$tarball" -C "$directory"
cd -- "$directory/aerscope-$version"
mkdir -p debian/source
cp "$here/rules" "$here/copyright" debian/
cp "$here/source/format" debian/source/
for file in control changelog; do
    sed "s/@VERSION@/$version/; s/@DATE@/$date/; s/@MAINTAINER@/$maintainer/" "$here/$file.in" >"debian/$file"
done
exec dpkg-buildpackage -us -uc "$@"
