import { counted, countText } from '../../lib/numbers.ts';
import { durationText } from '../../lib/durations.ts';
import { runTexts } from '../../texts/operate/runs.ts';
import { statusWord } from '../../texts/status-words.ts';
import type { StatusWord } from '../../texts/status-words.ts';
import type { IntegrationRun } from './queries.ts';

/** The state of a run in a word; a run that the fuse stopped waits for a decision. */
export function runStatus(run: IntegrationRun): StatusWord {
  const { status, phase, cancelRequestedAt, removalPlan } = run;
  if (status === 'FAILED' && removalPlan !== undefined) return statusWord('run', 'fuse');
  if (status !== 'RUNNING') return statusWord('run', status);
  const word = cancelRequestedAt === null ? runTexts.phases[phase] : runTexts.stopping;
  return { ...statusWord('run', 'RUNNING'), word: word ?? phase };
}

/** The assets that would go: those that are missing, without those that data products use. */
export const heldBack = ({ removalPlan }: IntegrationRun): number =>
  removalPlan === undefined ? 0 : removalPlan.count - (removalPlan.inUse ?? 0);

/** "+840 ~3 −12", or that nothing has changed. */
export function changesText(run: IntegrationRun): string {
  const { assetsCreated, assetsUpdated, assetsDeleted } = run;
  const parts = [
    ...(assetsCreated > 0 ? [`+${countText(assetsCreated)}`] : []),
    ...(assetsUpdated > 0 ? [`~${countText(assetsUpdated)}`] : []),
    ...(assetsDeleted > 0 ? [`−${countText(assetsDeleted)}`] : []),
  ];
  return parts.length === 0 ? runTexts.noChange : parts.join(' ');
}

/** The same for those who hear it. */
export function changesSentence(run: IntegrationRun): string {
  const { assetsCreated, assetsUpdated, assetsDeleted } = run;
  return runTexts.changesSentence(
    counted(assetsCreated, 'asset'),
    countText(assetsUpdated),
    countText(assetsDeleted),
  );
}

/** "by schedule, 48 s". */
export function originText(run: IntegrationRun): string {
  const { trigger, requestedByName, durationSeconds } = run;
  const by = trigger === 'schedule' ? runTexts.bySchedule : runTexts.by(requestedByName);
  return durationSeconds === null ? by : `${by}, ${durationText(durationSeconds)}`;
}
