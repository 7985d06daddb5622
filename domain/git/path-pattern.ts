/**
 * Tells whether a path matches a pattern: `*` stands for any characters of one name, `?` for one of them, and a part `**` for any
 * number of folders. The time is at most the product of both lengths, whatever the pattern.
 */
export function matchesPath(pattern: string, path: string): boolean {
  return matchesParts(pattern.split('/'), path.split('/'), '**', matchesName);
}

const matchesName = (pattern: string, name: string): boolean =>
  matchesParts(
    Array.from(pattern),
    Array.from(name),
    '*',
    (one, other) => one === '?' || one === other,
  );

/** Each `star` stands for any number of parts; only the last one is ever tried again. */
function matchesParts(
  pattern: readonly string[],
  parts: readonly string[],
  star: string,
  matches: (one: string, other: string) => boolean,
): boolean {
  let [at, next, starAt, starNext] = [0, 0, -1, 0];
  while (next < parts.length) {
    const [one, other] = [pattern[at], parts[next] ?? ''];
    if (one === star) {
      [starAt, starNext] = [at, next];
      at += 1;
    } else if (one !== undefined && matches(one, other)) {
      at += 1;
      next += 1;
    } else if (starAt >= 0) {
      starNext += 1;
      [at, next] = [starAt + 1, starNext];
    } else {
      return false;
    }
  }
  return pattern.slice(at).every((rest) => rest === star);
}
