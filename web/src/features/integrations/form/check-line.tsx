import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/controls/button.tsx';
import { Badge } from '../../../components/data/status-badge.tsx';
import { StatusIcon } from '../../../components/data/status-icon.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Skeleton } from '../../../components/states/skeleton.tsx';
import { durationText } from '../../../lib/durations.ts';
import { wizardTexts } from '../../../texts/operate/integrations.ts';
import { statusWord } from '../../../texts/status-words.ts';
import { useCancelCheck } from '../changes.ts';
import { checkQuery } from '../queries.ts';
import type { Check } from '../queries.ts';
import { withoutEscapes } from '../../../lib/text/without-escapes.ts';
import { checkFailure } from './check-failure.ts';

type CheckLineProps = { id: string; checkId: string };

/** A connection test while it runs, and what the platform said. */
export function CheckLine({ id, checkId }: CheckLineProps) {
  const query = useQuery(checkQuery(id, checkId));
  return (
    <div role="status">
      <Loaded query={query} skeleton={<Skeleton height={36} />}>
        {(check) => <CheckState check={check} />}
      </Loaded>
    </div>
  );
}

/** Running with a way to cancel it, failed with what the platform said, or its result. */
export function CheckState({ check }: { check: Check }) {
  const { status, message, kind } = check;
  if (status === 'RUNNING') return <Running check={check} />;
  if (status === 'CANCELLED') return <p className="note">{wizardTexts.checkCancelled}</p>;
  if (status === 'SUCCESS') {
    return (
      <p className="note ok">
        <StatusIcon name="check" size={16} />
        <span>
          {message?.replace(/\.$/u, '')}{' '}
          <span className="nowrap">{wizardTexts.took(tookOf(check))}</span>
        </span>
      </p>
    );
  }
  return (
    <div className="note bad">
      <StatusIcon name="x" size={16} />
      <div>
        <p className="medium">{kind === 'plan' ? wizardTexts.planFailed : checkFailure(message)}</p>
        <p>{withoutEscapes(message)}</p>
      </div>
    </div>
  );
}

function Running({ check: { integrationExternalId, checkId, kind } }: { check: Check }) {
  const cancel = useCancelCheck(integrationExternalId);
  const word = kind === 'plan' ? wizardTexts.planning : wizardTexts.testing;
  return (
    <div className="row wrap">
      <Badge status={{ ...statusWord('run', 'RUNNING'), word }} />
      <Button compact disabled={cancel.isPending} onClick={() => cancel.mutate(checkId)}>
        {wizardTexts.cancelCheck}
      </Button>
    </div>
  );
}

const tookOf = ({ startedAt, completedAt }: Check): string =>
  durationText((Date.parse(completedAt ?? startedAt) - Date.parse(startedAt)) / 1_000);
