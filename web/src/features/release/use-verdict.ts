import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { releaseTexts } from '../../texts/studio/release.ts';
import { verdictQuery } from './queries.ts';
import type { Candidate, Consumer, Verdict } from './queries.ts';

/** Typing pauses for this long before a text is judged; with the answer, a verdict is there 400 ms after the last key. */
const pauseMs = 150;

/** What is known about a text: the verdict, which may be that of an earlier text. */
export type Judged = {
  verdict: Verdict | undefined;
  /** False while the verdict is not that of the text as it is now. */
  isCurrent: boolean;
  error: Error | null;
};

/** The verdict on the text that is being edited. */
export function useVerdict(candidate: Candidate, isChanged: boolean): Judged {
  const text = useSettled(candidate.text, pauseMs);
  const { data, error, isPlaceholderData } = useQuery({
    ...verdictQuery({ ...candidate, text }),
    enabled: isChanged && text !== '',
    placeholderData: keepPreviousData,
  });
  if (!isChanged) return { verdict: undefined, isCurrent: true, error: null };
  const isCurrent = text === candidate.text && data !== undefined && !isPlaceholderData;
  return { verdict: data, isCurrent, error: text === candidate.text ? error : null };
}

/** Teams that a major change affects, which the author has to tell before. */
export function teamsToTell(
  verdict: Verdict | undefined,
): readonly (Consumer & { teamId: string })[] {
  if (verdict?.impact !== 'major') return [];
  return verdict.consumers.filter(
    (each): each is Consumer & { teamId: string } => each.teamId !== null,
  );
}

/** Why the text cannot be saved yet; undefined if it can. */
export function saveBlock(
  { verdict, isCurrent, error }: Judged,
  told: ReadonlySet<string>,
): string | undefined {
  // A text that cannot be judged cannot be stored either; the save says why at its lines.
  if (error !== null) return undefined;
  if (!isCurrent || verdict === undefined) return releaseTexts.waits;
  const { mode, versionRaised, requiredVersion } = verdict;
  if (mode === 'enforce' && !versionRaised && requiredVersion !== undefined) {
    return releaseTexts.versionFirst(requiredVersion);
  }
  const untold = teamsToTell(verdict).filter(({ teamId }) => !told.has(teamId));
  return untold.length === 0 ? undefined : releaseTexts.teamsFirst(untold.length);
}
