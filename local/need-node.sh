# Read by bin/start and bin/test: a clear word when Node is missing or too old.
if ! command -v node >/dev/null 2>&1; then
  echo "Concordat needs Node.js 20.19 or newer, and there is no \"node\" on PATH: https://nodejs.org" >&2
  exit 1
fi
node -e 'const [a, b] = process.versions.node.split(".").map(Number);
if (a > 20 || (a === 20 && b >= 19)) process.exit(0);
console.error("Concordat needs Node.js 20.19 or newer; this is " + process.versions.node + ".");
process.exit(1)' || exit 1
