import type { JsonSchema } from '../../lib/yaml-completion/schema.ts';

/** What is wrong with a text, and where; line and column begin at 1. */
export type TextProblem = {
  message: string;
  /** The member as the server names it: `schema[0].name`. */
  field?: string;
  line?: number;
  column?: number;
  severity: 'error' | 'warning';
};

export type YamlEditorProps = {
  /** Names the text for screen readers. */
  label: string;
  value: string;
  onChange?: (text: string) => void;
  problems?: readonly TextProblem[];
  isReadOnly?: boolean;
  /** Completes keys and values. */
  schema?: JsonSchema | undefined;
  /** Moves the cursor there; another object moves it again. `isQuiet` leaves the focus where it is. */
  jump?: { line: number; column: number; isQuiet?: true } | undefined;
};
