import { editText } from '../../../lib/yaml/edit-text.ts';
import type { YamlEdit, YamlPath } from '../../../lib/yaml/edits.ts';
import { lineOf } from '../../../lib/yaml/line-of.ts';
import type { LinePlace } from '../../../lib/yaml/line-of.ts';
import { parseText } from '../../../lib/yaml/parse.ts';
import type { ParsedYaml, YamlProblem } from '../../../lib/yaml/parse.ts';

/** Reads and edits texts beside the page: 3,000 rules take 200 ms, in which nobody could type. */
export type YamlQuestion = {
  number: number;
  text: string;
  edit?: YamlEdit;
  /** Asks only where this part begins. */
  locate?: YamlPath;
};
export type YamlAnswer = { number: number; text: string; model: unknown; problems: YamlProblem[] };
export type YamlPlace = { number: number; place: LinePlace | undefined };

/** The text that was read last: an edit mostly follows it. */
let last: { text: string; parsed: ParsedYaml } | undefined;

function parsedOf(text: string): ParsedYaml {
  if (last?.text !== text) last = { text, parsed: parseText(text) };
  return last.parsed;
}

addEventListener('message', ({ data }: MessageEvent<YamlQuestion>) => {
  const { number, text, edit, locate } = data;
  const before = parsedOf(text);
  if (locate !== undefined) {
    const answer: YamlPlace = { number, place: lineOf(text, before.document, locate) };
    postMessage(answer);
    return;
  }
  const edited = edit && editText(text, edit, before);
  if (edited !== undefined) last = { text: edited.text, parsed: edited };
  const { model, problems } = edited ?? before;
  const answer: YamlAnswer = { number, text: edited?.text ?? text, model, problems };
  postMessage(answer);
});
