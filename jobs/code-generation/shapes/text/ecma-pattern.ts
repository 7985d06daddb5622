const maxLength = 5000;

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Removes backslashes that only the older syntax of patterns allows; `-` needs one in a class. */
function withoutNeedlessEscapes(pattern: string): string {
  return pattern.replaceAll(/\\(.)/gsu, (escape, character: string) =>
    /[A-Za-z0-9^$\\.*+?()[\]{}|/-]/.test(character) ? escape : character,
  );
}

/** Removes the backslash of hyphens outside of classes; a hyphen after `\w` in a class needs one. */
function withPlainHyphens(pattern: string): string {
  let isClass = false;
  return pattern.replaceAll(/\\[dDwWsS]-|\\.|[[\]]/gsu, (token) => {
    if (token === '[') isClass = true;
    if (token === ']') isClass = false;
    if (token.length === 3) return isClass ? `${token.slice(0, 2)}\\-` : token;
    return token === String.raw`\-` && !isClass ? '-' : token;
  });
}

/** A pattern of a contract in the syntax of current ECMA-262 (flag `u`); undefined if it is invalid. */
export function ecmaPattern(pattern: string): string | undefined {
  if (pattern === '' || pattern.length > maxLength) return undefined;
  if (compiles(pattern)) return pattern;
  const plain = withPlainHyphens(withoutNeedlessEscapes(pattern));
  return compiles(plain) ? plain : undefined;
}
