/** Identifiers, numbers and dates that distinguish the names of parts; digits within a word (`int32`) are part of the word. */
const varying =
  /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|(?<![A-Za-z\d])\d+(?:[-_.:T]\d+)*(?:Z\b)?(?![A-Za-z\d])/gi;

/** A name without its extension, which no part of a series changes, and the extension. */
function divide(name: string): [stem: string, extension: string] {
  const dot = /(?:\.[a-z][a-z0-9]*)+$/i.exec(name)?.index ?? name.length;
  return [name.slice(0, dot), name.slice(dot)];
}

/** Replaces the varying parts of a file name by a star; the extension stays. */
export function patternOf(name: string): string {
  const [stem, extension] = divide(name);
  return stem.replace(varying, '*') + extension;
}

const partsOf = (name: string): string[] => divide(name)[0].match(varying) ?? [];

/** A year of this or the last century, with month and day; times follow without a check. */
const date =
  /^(?:19|20)\d\d(?:[-_.]?(?:0[1-9]|1[0-2])(?:[-_.]?(?:0[1-9]|[12]\d|3[01]))?(?:[-_.:T]?\d+)*Z?)?$/i;

/** So many files that differ in one number are a series, whatever the numbers are. */
const manyFiles = 10;

/** Counters are padded with zeros, or leave out less than every second number. */
function areCounters(numbers: readonly string[]): boolean {
  const distinct = [...new Set(numbers)];
  const [first = ''] = distinct;
  const isPadded = distinct.every((text) => text.length === first.length);
  if (isPadded && first.length > 1 && distinct.some((text) => text.startsWith('0'))) return true;
  const values = distinct.map(Number);
  const range = Math.max(...values) - Math.min(...values) + 1;
  return range < 2 * values.length || distinct.length >= manyFiles;
}

/** True for dates, counters and identifiers, and for texts that are all the same. */
function areSeries(texts: readonly string[]): boolean {
  if (texts.every((text) => text === texts[0] || date.test(text))) return true;
  if (texts.every((text) => /^[0-9a-f]{8}-?[0-9a-f]{4}/i.test(text) && text.length >= 32))
    return true;
  const numbers = texts.map((text) => text.split(/[^\d]+/));
  const width = numbers[0]?.length ?? 0;
  if (numbers.some(({ length }) => length !== width)) return false;
  return Array.from({ length: width }, (_, at) => at).every((at) =>
    areCounters(numbers.map((each) => each[at] ?? '')),
  );
}

/** Files of one pattern that are one series; parts that are none (`decimal_32`, `decimal_64`) stay in the pattern. */
type Series<File> = { pattern: string; members: File[] };

/** Divides files whose names have one pattern into series, and files that stand alone. */
export function splitSeries<File>(
  files: readonly File[],
  nameOf: (file: File) => string,
): Series<File>[] {
  const named = files.map((file) => ({ file, parts: partsOf(nameOf(file)) }));
  const count = named[0]?.parts.length ?? 0;
  const fixed = Array.from({ length: count }, (_, at) => at).filter(
    (at) => !areSeries(named.map(({ parts }) => parts[at] ?? '')),
  );
  const found = new Map<string, Series<File>>();
  for (const { file, parts } of named) {
    const [stem, extension] = divide(nameOf(file));
    let at = -1;
    const pattern =
      stem.replace(varying, (part) => (fixed.includes(++at) ? part : '*')) + extension;
    const key = fixed.map((each) => parts[each]).join('\0');
    const series = found.get(key) ?? { pattern, members: [] };
    found.set(key, series);
    series.members.push(file);
  }
  return [...found.values()];
}
