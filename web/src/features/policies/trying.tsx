import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { policyTexts } from '../../texts/studio/policies.ts';
import { FindingsTable } from './findings-table.tsx';
import { tryPolicy } from './queries.ts';
import type { Trial } from './queries.ts';

type TryingProps = {
  id: string;
  /** YAML of the policy; the stored policy without it. */
  text?: string;
};

/** Judges the catalog by the rules of a policy, whatever its status: stores nothing. */
export function Trying({ id, text }: TryingProps) {
  const [sum, setSum] = useState<Trial>();
  const trial = useMutation({ mutationFn: () => tryPolicy(id, text, setSum) });
  return (
    <section>
      <div className="row wrap">
        <Button disabled={trial.isPending} onClick={() => trial.mutate()}>
          {policyTexts.tryIt}
        </Button>
        <span className="small soft" role="status">
          {sum !== undefined && told(sum, trial.isPending)}
        </span>
      </div>
      {trial.error !== null && <ProblemNote error={trial.error} />}
      {sum !== undefined && sum.documents.length > 0 && (
        <div className="stack trial">
          <FindingsTable
            title={policyTexts.tryResult}
            documents={sum.documents}
            total={sum.documentCount}
          />
        </div>
      )}
    </section>
  );
}

const told = ({ checked, documentCount }: Trial, isPending: boolean): string =>
  isPending ? policyTexts.tryingMore(checked) : policyTexts.tried(checked, documentCount);
