const maxLineLength = 2_000;

/** A line of a log, or the message of a source; a longer one says how much of it is missing. */
export function cutLine(line: string): string {
  const missing = line.length - maxLineLength;
  return missing > 0 ? `${line.slice(0, maxLineLength)}… (${missing} more characters)` : line;
}
