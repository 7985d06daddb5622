/** The text breaks a rule of ours, not one of its format. */
export class BrokenRule extends Error {}

/** Line and column of a place in the text, both from 1; nothing of a place that was not found. */
export function placeIn(text, at) {
  if (at < 0) return {};
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** What is wrong with the text and where: each library has its own way to say where it stopped. */
export function describeRdfError(error, text) {
  const message = String(error.message);
  const place = placeOfError(error, message, text);
  return {
    message: message
      .replace(/^Line \d+ column \d+: /, '')
      .replace(/^\d+:\d+: /, '')
      .replace(/ on line \d+\.?$/, '')
      .replace(/\.$/, '')
      .replace(
        /^Invalid predicate IRI: (.*)$/,
        (_all, name) =>
          `its member '${name}' has no meaning in the @context: define it there, or leave it out`,
      ),
    breaksRule: error instanceof BrokenRule,
    ...place,
  };
}

function placeOfError(error, message, text) {
  if (error.context?.line) {
    const start = error.context.token?.start;
    return { line: error.context.line, ...(Number.isInteger(start) && { column: start + 1 }) };
  }
  if (error.line !== undefined) return { line: error.line, column: error.column };
  const xml = /^(?:Line )?(\d+)(?: column |:)(\d+): /.exec(message);
  if (xml) return { line: Number(xml[1]), column: Number(xml[2]) };
  const json = error instanceof SyntaxError && /at position (\d+)/.exec(message);
  return json ? placeIn(text, Number(json[1])) : {};
}
