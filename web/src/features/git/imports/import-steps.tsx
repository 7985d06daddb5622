import { gitImportTexts as texts } from '../../../texts/git/imports.ts';

type Step = keyof typeof texts.steps;

/** The steps of an import, with the current one. */
export function ImportSteps({ current }: { current: Step }) {
  return (
    <ol className="import-steps" aria-label={texts.stepsLabel}>
      {(Object.keys(texts.steps) as Step[]).map((each, index) => (
        <li key={each} aria-current={each === current ? 'step' : undefined}>
          <span className="step-number" aria-hidden>
            {index + 1}
          </span>
          {texts.steps[each]}
        </li>
      ))}
    </ol>
  );
}
