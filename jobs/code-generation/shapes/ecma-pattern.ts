const longest = 5000;

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Backslashes before marks that need none, which only the older form of expressions allows; `-` needs one in a class. */
function withoutNeedlessEscapes(pattern: string): string {
  return pattern.replaceAll(/\\(.)/gsu, (escape, character: string) =>
    /[A-Za-z0-9^$\\.*+?()[\]{}|/-]/.test(character) ? escape : character,
  );
}

/** A hyphen outside of a class needs no backslash, one behind `\w` in a class does. */
function withPlainHyphens(pattern: string): string {
  let isClass = false;
  return pattern.replaceAll(/\\[dDwWsS]-|\\.|[[\]]/gsu, (token) => {
    if (token === '[') isClass = true;
    if (token === ']') isClass = false;
    if (token.length === 3) return isClass ? `${token.slice(0, 2)}\\-` : token;
    return token === String.raw`\-` && !isClass ? '-' : token;
  });
}

/** A pattern of a contract as every reader of today's ECMA-262 takes it; undefined where it is none. */
export function ecmaPattern(pattern: string): string | undefined {
  if (pattern === '' || pattern.length > longest) return undefined;
  if (compiles(pattern)) return pattern;
  const plain = withPlainHyphens(withoutNeedlessEscapes(pattern));
  return compiles(plain) ? plain : undefined;
}
