#!/bin/sh
# A hook of Git: no commit with broken docs. Copy it to .git/hooks/pre-commit, and make it executable.
git diff --cached --quiet -- docs && exit 0
# what is committed, which is not always what lies in the folder
staged=$(mktemp -d) || exit 1
trap 'rm -rf "$staged"' EXIT
git ls-files -z -- docs | git checkout-index -z --stdin --prefix="$staged/"
[ -d "$staged/docs" ] || exit 0
cd "$staged" && npx --yes @octavo/cli check docs
