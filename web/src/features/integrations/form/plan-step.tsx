import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { wizardTexts } from '../../../texts/operate/integrations.ts';
import { checkQuery } from '../queries.ts';
import { CheckState } from './check-line.tsx';
import { PlanResult } from './plan-result.tsx';
import type { Wizard } from './use-wizard.ts';

type PlanStepProps = { wizard: Wizard; checkId: string | undefined };

/** What a run would do, before it does it. */
export function PlanStep({ wizard, checkId }: PlanStepProps) {
  const { stored, isPending, save } = wizard;
  const isPlanned = stored !== undefined && checkId !== undefined;
  return (
    <>
      <div className="row wrap">
        <WhyNot
          refused={wizard.refused}
          disabled={isPending}
          onClick={() => save('plan', stored?.enabled ?? false)}
        >
          {isPlanned ? wizardTexts.planAgain : wizardTexts.plan}
        </WhyNot>
        <span className="tiny faint">
          {wizardTexts.planLead} {stored === undefined && wizardTexts.saveFirst}
        </span>
      </div>
      {isPlanned && <Plan id={stored.externalId} checkId={checkId} />}
    </>
  );
}

function Plan({ id, checkId }: { id: string; checkId: string }) {
  const query = useQuery(checkQuery(id, checkId));
  return (
    <Loaded query={query} skeleton={<SkeletonLines lines={5} />}>
      {(check) => (
        <div className="stack">
          <div role="status">
            {(check.plan === null || check.status !== 'SUCCESS') && <CheckState check={check} />}
          </div>
          {check.plan !== null && <PlanResult id={id} checkId={checkId} plan={check.plan} />}
        </div>
      )}
    </Loaded>
  );
}
