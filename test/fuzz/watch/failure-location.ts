/** The location in Concordat's code of an error in the log. */
export type FailureLocation = { message: string; location: string };

/** The error that a process has logged for a request; undefined when it has logged none (yet). */
export function findFailure(log: string, requestId: string): FailureLocation | undefined {
  const at = log.lastIndexOf(`"requestId":"${requestId}"`);
  if (at < 0) return undefined;
  const start = log.lastIndexOf('\n', at) + 1;
  const end = log.indexOf('\n', at);
  return readFailure(log.slice(start, end < 0 ? undefined : end));
}

/** Last failure of a process: an uncaught error, or else the end of its log. */
export function lastWords(log: string): FailureLocation {
  const lines = log.trimEnd().split('\n');
  const fatal = lines.findLast((line) => line.includes('"level":60'));
  const failure = fatal === undefined ? undefined : readFailure(fatal);
  const thrown = lines.findLast((line) => /^\w*Error: /.test(line)) ?? lines.slice(-3).join(' | ');
  return failure ?? { message: thrown.slice(-600), location: 'unknown' };
}

function readFailure(line: string): FailureLocation | undefined {
  try {
    const entry = JSON.parse(line) as { err?: { message?: string; stack?: string }; msg?: string };
    const stack = entry.err?.stack ?? '';
    const message = entry.err?.message ?? entry.msg ?? '';
    return { message: message.slice(0, 400), location: locationIn(stack) };
  } catch {
    return undefined;
  }
}

/** The first lines of a stack in Concordat's code, with relative paths. */
function locationIn(stack: string): string {
  const ours = [...stack.matchAll(/\/dist\/([^\s)]+\.js:\d+)/g)].map(([, location]) => location);
  if (ours.length > 0) return ours.slice(0, 3).join(' < ');
  return /node:[^\s)]+/.exec(stack)?.[0] ?? 'unknown';
}
