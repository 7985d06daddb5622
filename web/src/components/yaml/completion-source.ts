import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { completionsAt } from '../../lib/yaml-completion/complete.ts';
import type { JsonSchema } from '../../lib/yaml-completion/schema.ts';

/** Offers what the schema allows at the cursor. */
export function completionSource(schema: JsonSchema) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const { number, from, text } = state.doc.lineAt(pos);
    const lineAt = (line: number) =>
      line >= 1 && line <= state.doc.lines ? state.doc.line(line).text : undefined;
    const found = completionsAt(schema, lineAt, { line: number, column: pos - from });
    if (found === undefined) return null;
    const isBegun = found.from < pos - from || text.slice(0, pos - from).endsWith(': ');
    if (!explicit && !isBegun) return null;
    return {
      from: from + found.from,
      options: found.options.map(({ label, detail, info, insert, isRequired }) => ({
        label,
        apply: insert,
        ...(detail !== undefined && { detail }),
        ...(info !== undefined && { info }),
        boost: isRequired ? 1 : 0,
      })),
      validFor: /^[\w$-]*$/u,
    };
  };
}
