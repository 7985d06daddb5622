#!/bin/sh
# Checks a branch with concordat: documents, changes for consumers, contract tests. Each check runs even if one before says no.
# CONCORDAT_URL and CONCORDAT_API_KEY name the catalog. Reports are in $CONCORDAT_REPORTS.
set -u
folder=${CONCORDAT_FOLDER:-catalog}
reports=${CONCORDAT_REPORTS:-concordat-reports}
code=0

check() {
  name=$1
  shift
  echo "concordat $name"
  concordat "$name" "$@" --junit "$reports/$name.xml" --sarif "$reports/$name.sarif" \
    --markdown "$reports/summary.md" || code=$?
}

mkdir -p "$reports"
: > "$reports/summary.md"
check lint -f "$folder"
check changes "$folder" --against "${CONCORDAT_AGAINST:-main}" \
  ${CONCORDAT_ALLOW_MAJOR:+--allow-major "$CONCORDAT_ALLOW_MAJOR"}
# A list of files and folders, separated by spaces.
# shellcheck disable=SC2086
if [ -n "${CONCORDAT_TESTS:-}" ]; then check test $CONCORDAT_TESTS; fi
exit "$code"
