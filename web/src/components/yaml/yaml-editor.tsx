import { lazy, Suspense } from 'react';
import { SkeletonLines } from '../states/skeleton.tsx';
import type { YamlEditorProps } from './types.ts';
import './yaml.css';

export type { TextProblem } from './types.ts';

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
