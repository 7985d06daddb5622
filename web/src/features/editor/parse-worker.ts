import { LineCounter, parseDocument } from 'yaml';

export type ParseRequest = { number: number; text: string };
/** What is wrong with the YAML of a text, and the id that it has. */
export type ParseAnswer = {
  number: number;
  id: string | undefined;
  problems: { message: string; line: number; column: number }[];
};

/** Long texts take longer to parse than a key may wait, so this runs beside the page. */
addEventListener('message', ({ data: { number, text } }: MessageEvent<ParseRequest>) => {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const problems = document.errors.map(({ message, pos: [offset] }) => {
    const { line, col } = lines.linePos(offset);
    return { message, line: Math.max(line, 1), column: Math.max(col, 1) };
  });
  const id: unknown = problems.length === 0 ? rootId(document) : undefined;
  const answer = { number, id: typeof id === 'string' ? id : undefined, problems };
  (globalThis as unknown as { postMessage: (answer: ParseAnswer) => void }).postMessage(answer);
});

function rootId(document: ReturnType<typeof parseDocument>): unknown {
  return document.get('id');
}
