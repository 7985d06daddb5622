import { Problem } from '../../api/problem.ts';
import { stateTexts } from '../../texts/states.ts';

/** What went wrong, in one sentence. */
export const problemText = (error: unknown): string =>
  error instanceof Problem ? error.detail || error.message : stateTexts.unreachableDetail;
