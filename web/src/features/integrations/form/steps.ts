import { schemaFormTexts } from '../../../texts/schema-form.ts';
import type { Problems } from './form-problems.ts';
import { cronOfForm } from './integration-form.ts';
import type { IntegrationForm } from './integration-form.ts';
import { wizardSteps } from './wizard-search.ts';
import type { Follow, WizardStep } from './wizard-search.ts';

/** The step that has the field. */
export function stepOf(path: string): WizardStep {
  if (path.startsWith('configuration') || path.startsWith('credentials')) return 'connection';
  if (path.startsWith('filters') || path.startsWith('removalFuse')) return 'scope';
  return path.startsWith('schedule') ? 'schedule' : 'source';
}

/** What must be right before it can be sent: a test needs no schedule. */
export const stepsToCheck: Readonly<Record<Follow, readonly WizardStep[]>> = {
  connection: ['source', 'connection'],
  stay: wizardSteps,
  plan: wizardSteps,
  leave: wizardSteps,
  run: wizardSteps,
};

/** What is needed besides the fields of the source. */
export function missingFacts(form: IntegrationForm, isNew: boolean): Problems {
  const { required } = schemaFormTexts;
  return {
    ...(form.source === '' && { source: required }),
    ...(form.name.trim() === '' && { name: required }),
    ...(isNew && form.id.trim() === '' && { externalId: required }),
    ...(form.isScheduled && cronOfForm(form) === '' && { scheduleExpression: required }),
    ...fuseProblem('removalFuse.assets', form.fuseAssets),
    ...fuseProblem('removalFuse.percent', form.fusePercent, 100),
  };
}

function fuseProblem(path: string, text: string, most?: number): Problems {
  if (text.trim() === '') return {};
  const value = Number(text);
  if (!Number.isFinite(value)) return { [path]: schemaFormTexts.number };
  if (value < 0) return { [path]: schemaFormTexts.least(0) };
  return most !== undefined && value > most ? { [path]: schemaFormTexts.most(most) } : {};
}
