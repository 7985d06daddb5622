/** The first letters of the first and the last word of a name: "IB". */
export function initialsOf(name: string): string {
  const words = name.split(/[\s/._-]+/u).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => word?.match(/./u)?.[0].toUpperCase() ?? '?').join('');
}
