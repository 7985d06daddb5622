import type { Branch, Choice, Rehearsal } from '../queries.ts';

export type MergeViewProps = {
  branch: Branch;
  rehearsal: Rehearsal;
  saved: readonly Choice[];
  at: string | undefined;
  isPreview: boolean;
  onPreviewEnd: () => void;
  /** Takes the number of conflicts that are not decided. */
  onLeft: (left: number) => void;
};
