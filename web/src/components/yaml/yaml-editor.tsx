import { lazy, Suspense } from 'react';
import type { JsonSchema } from '../../lib/yaml-completion/schema.ts';
import { SkeletonLines } from '../states/skeleton.tsx';
import './yaml.css';

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
  /** Moves the cursor there; another object moves it again. */
  jump?: { line: number; column: number } | undefined;
};

const CodeMirror = lazy(async () => ({
  default: (await import('./code-mirror.tsx')).CodeMirror,
}));

/** A text of YAML with colors, folding, search, completion, and marks at its problems. */
export function YamlEditor(props: YamlEditorProps) {
  return (
    <Suspense fallback={<SkeletonLines lines={16} />}>
      <CodeMirror {...props} />
    </Suspense>
  );
}
