import { useEffect, useRef } from 'react';
import { isStatus } from '../../../api/problem.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { wizardTexts } from '../../../texts/operate/integrations.ts';
import type { AssetSource } from '../queries.ts';
import { ConnectionStep } from './connection-step.tsx';
import { standsAtField } from './form-problems.ts';
import { PlanStep } from './plan-step.tsx';
import { ScheduleStep } from './schedule-step.tsx';
import { ScopeStep } from './scope-step.tsx';
import { SourceStep } from './source-step.tsx';
import { stepOf } from './steps.ts';
import { useWizard } from './use-wizard.ts';
import type { Saved, Stored, Wizard as WizardState } from './use-wizard.ts';
import { WizardConflict } from './wizard-conflict.tsx';
import { wizardSteps } from './wizard-search.ts';
import type { WizardSearch, WizardStep } from './wizard-search.ts';
import './wizard.css';

type WizardProps = {
  stored: Stored | undefined;
  sources: readonly AssetSource[];
  search: WizardSearch;
  onStep: (step: WizardStep) => void;
  onSaved: (saved: Saved) => void;
  onLeave: () => void;
  /** Reads the integration again and begins with it. */
  onReload: () => void;
};

/** An integration in steps: platform, connection, scope, schedule, plan. */
export function Wizard(props: WizardProps) {
  const { stored, sources, search, onStep, onSaved, onLeave, onReload } = props;
  const step = search.step ?? 'source';
  const wizard = useWizard({ stored, sources, onSaved, onStep });
  const content = useStepFocus(step);
  useFirstProblem(wizard, step);
  return (
    <div className="wizard">
      <Steps wizard={wizard} step={step} onStep={onStep} />
      <form
        ref={content}
        tabIndex={-1}
        className="card wizard-step"
        noValidate
        aria-label={wizardTexts.steps[step]}
        onSubmit={(event) => {
          event.preventDefault();
          goOn(wizard, step, onStep);
        }}
      >
        <div className="inside stack loose">
          <StepContent wizard={wizard} sources={sources} search={search} step={step} />
          <Problem wizard={wizard} onReload={onReload} />
        </div>
        <Foot
          wizard={wizard}
          step={step}
          onStep={onStep}
          onLeave={() => {
            wizard.forget();
            onLeave();
          }}
        />
      </form>
    </div>
  );
}

const stepAfter = (step: WizardStep, by: number): WizardStep | undefined =>
  wizardSteps[wizardSteps.indexOf(step) + by];

function goOn(wizard: WizardState, step: WizardStep, onStep: (step: WizardStep) => void): void {
  const next = stepAfter(step, 1);
  if (next !== undefined && wizard.check([step])) onStep(next);
}

/** The content of another step takes the focus. */
function useStepFocus(step: WizardStep) {
  const content = useRef<HTMLFormElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) content.current?.focus({ preventScroll: true });
    shown.current = step;
  }, [step]);
  return content;
}

/** What is refused is shown at its field, which takes the focus. */
function useFirstProblem({ problems }: WizardState, step: WizardStep): void {
  const first = Object.keys(problems).find((path) => stepOf(path) === step);
  useEffect(() => {
    if (first === undefined) return;
    document.querySelector<HTMLElement>('.wizard-step [aria-invalid="true"]')?.focus();
  }, [first]);
}

type StepsProps = {
  wizard: WizardState;
  step: WizardStep;
  onStep: (step: WizardStep) => void;
};

function Steps({ wizard, step, onStep }: StepsProps) {
  const wrong = new Set(Object.keys(wizard.problems).map(stepOf));
  // Later steps are made from the platform.
  const isLocked = wizard.source === undefined;
  return (
    <ol className="wizard-steps" aria-label={wizardTexts.stepsLabel}>
      {wizardSteps.map((each, index) => (
        <li key={each}>
          <button
            type="button"
            aria-current={each === step ? 'step' : undefined}
            aria-disabled={isLocked && index > 0 ? true : undefined}
            className={wrong.has(each) ? 'wrong' : undefined}
            onClick={() => {
              if (!isLocked || index === 0) onStep(each);
            }}
          >
            <span className="step-number" aria-hidden>
              {index + 1}
            </span>
            <span className="step-name">{wizardTexts.steps[each]}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

type StepContentProps = {
  wizard: WizardState;
  sources: readonly AssetSource[];
  search: WizardSearch;
  step: WizardStep;
};

function StepContent({ wizard, sources, search, step }: StepContentProps) {
  if (step === 'source' || wizard.source === undefined) {
    return <SourceStep wizard={wizard} sources={sources} />;
  }
  if (step === 'connection') return <ConnectionStep wizard={wizard} checkId={search.test} />;
  if (step === 'scope') return <ScopeStep wizard={wizard} />;
  if (step === 'schedule') return <ScheduleStep wizard={wizard} />;
  return <PlanStep wizard={wizard} checkId={search.plan} />;
}

/** What the server says of a save, unless it stands at a field. */
function Problem({ wizard, onReload }: { wizard: WizardState; onReload: () => void }) {
  const { error, stored } = wizard;
  if (error === null) return null;
  if (isStatus(error, 412)) {
    if (stored !== undefined) return <WizardConflict wizard={wizard} onReload={onReload} />;
    return <p className="note bad">{wizardTexts.taken}</p>;
  }
  const fields = wizard.source?.form.flatMap((each) => each.fields) ?? [];
  return standsAtField(error, fields) ? null : <ProblemNote error={error} />;
}

type FootProps = StepsProps & { onLeave: () => void };

function Foot({ wizard, step, onStep, onLeave }: FootProps) {
  const [before, after] = [stepAfter(step, -1), stepAfter(step, 1)];
  return (
    <div className="wizard-foot">
      <Button onClick={onLeave} tone="quiet">
        {wizardTexts.leave}
      </Button>
      <span className="push" />
      {before !== undefined && <Button onClick={() => onStep(before)}>{wizardTexts.back}</Button>}
      {(wizard.stored !== undefined || after === undefined) && (
        <SaveButtons wizard={wizard} isLast={after === undefined} />
      )}
      {after !== undefined && (
        <Button type="submit" tone="primary">
          {wizardTexts.next(wizardTexts.steps[after])}
        </Button>
      )}
    </div>
  );
}

/** One that has never been in use is turned on by its first run, or without one if it is asked to; others keep their switch. */
function SaveButtons({ wizard, isLast }: { wizard: WizardState; isLast: boolean }) {
  const { stored, isPending, save } = wizard;
  const isFresh = stored === undefined || (stored.latestRun === null && !stored.enabled);
  const enabled = stored?.enabled ?? false;
  const isOffered = isFresh && wizard.form.isScheduled;
  return (
    <>
      <WhyNot refused={wizard.refused} disabled={isPending} onClick={() => save('leave', enabled)}>
        {isOffered ? wizardTexts.saveOff : wizardTexts.save}
      </WhyNot>
      {isLast && isOffered && (
        <WhyNot refused={wizard.refused} disabled={isPending} onClick={() => save('leave', true)}>
          {wizardTexts.saveOn}
        </WhyNot>
      )}
      {isLast && (
        <WhyNot
          refused={wizard.refused}
          tone="primary"
          disabled={isPending}
          onClick={() => save('run', isFresh || enabled)}
        >
          {wizardTexts.saveAndRun}
        </WhyNot>
      )}
    </>
  );
}
