/** The text violates one of our limits or rules rather than its format. */
export class BrokenRule extends Error {}

/** Line and column of an offset in the text, both from 1; empty if the offset is unknown. */
export function positionIn(text, at) {
  if (at < 0) return {};
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** The message and the position of an error; each library reports positions differently. */
export function describeRdfError(error, text) {
  const message = String(error.message);
  const position = positionOfError(error, message, text);
  return {
    message: message
      .replace(/^Line \d+ column \d+: /, '')
      .replace(/^\d+:\d+: /, '')
      .replace(/ on line \d+\.?$/, '')
      .replace(/\.$/, '')
      .replace(
        /^Invalid predicate IRI: (.*)$/,
        (_all, name) =>
          `its member '${name}' is not defined in the @context: define it there, or remove it`,
      ),
    breaksRule: error instanceof BrokenRule,
    ...position,
  };
}

function positionOfError(error, message, text) {
  if (error.context?.line) {
    const start = error.context.token?.start;
    return { line: error.context.line, ...(Number.isInteger(start) && { column: start + 1 }) };
  }
  if (error.line !== undefined) return { line: error.line, column: error.column };
  const xml = /^(?:Line )?(\d+)(?: column |:)(\d+): /.exec(message);
  if (xml) return { line: Number(xml[1]), column: Number(xml[2]) };
  const json = error instanceof SyntaxError && /at position (\d+)/.exec(message);
  return json ? positionIn(text, Number(json[1])) : {};
}
