#!/bin/sh
# A hook of Git: no commit with broken docs. Copy it to .git/hooks/pre-commit, and make it executable.
git diff --cached --quiet -- docs || npx --yes @octavo/cli check docs
