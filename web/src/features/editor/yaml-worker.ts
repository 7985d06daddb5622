import { editText } from '../../lib/yaml/edit-text.ts';
import type { YamlEdit } from '../../lib/yaml/edits.ts';
import { parseText } from '../../lib/yaml/parse.ts';
import type { ParsedYaml, YamlProblem } from '../../lib/yaml/parse.ts';

/** Reads and edits texts beside the page: 3,000 rules take 200 ms, in which nobody could type. */
export type YamlQuestion = { number: number; text: string; edit?: YamlEdit };
export type YamlAnswer = { number: number; text: string; model: unknown; problems: YamlProblem[] };

/** The text that was read last: an edit mostly follows it. */
let last: { text: string; parsed: ParsedYaml } | undefined;

function parsedOf(text: string): ParsedYaml {
  if (last?.text !== text) last = { text, parsed: parseText(text) };
  return last.parsed;
}

addEventListener('message', ({ data: { number, text, edit } }: MessageEvent<YamlQuestion>) => {
  const before = parsedOf(text);
  const edited = edit && editText(text, edit, before);
  if (edited !== undefined) last = { text: edited.text, parsed: edited };
  const { model, problems } = edited ?? before;
  const answer: YamlAnswer = { number, text: edited?.text ?? text, model, problems };
  postMessage(answer);
});
