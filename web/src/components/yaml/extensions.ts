import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
} from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { styleNonce } from '../../lib/style-nonce.ts';
import type { JsonSchema } from '../../lib/yaml-completion/schema.ts';
import { completionSource } from './completion-source.ts';
import { look } from './look.ts';

/** Texts of Windows keep their line ends. */
const lineEnds = (text: string): Extension =>
  /(?<!\r)\n/u.test(text) || !text.includes('\r\n') ? [] : EditorState.lineSeparator.of('\r\n');

/** What stays as long as the editor is shown. Escape, then Tab leaves it: CodeMirror has this from the start. */
export function unchanging(text: string): Extension[] {
  return [
    EditorView.cspNonce.of(styleNonce),
    lineEnds(text),
    look,
    lineNumbers(),
    lintGutter(),
    codeFolding(),
    foldGutter({ openText: '⌄', closedText: '›' }),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    indentOnInput(),
    indentUnit.of('  '),
    EditorState.tabSize.of(2),
    bracketMatching(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    yaml(),
    keymap.of([
      ...completionKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ];
}

type Changing = { label: string; schema: JsonSchema | undefined; isReadOnly: boolean };

/** What the page may change. */
export function changing({ label, schema, isReadOnly }: Changing): Extension[] {
  return [
    EditorView.contentAttributes.of({
      tabindex: '0',
      'aria-label': label,
      'aria-readonly': String(isReadOnly),
      spellcheck: 'false',
    }),
    EditorState.readOnly.of(isReadOnly),
    autocompletion({ override: schema === undefined ? [] : [completionSource(schema)] }),
  ];
}
