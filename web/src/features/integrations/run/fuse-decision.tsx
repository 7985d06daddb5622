import { useInfiniteQuery } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Segments } from '../../../components/controls/segments.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { StatusIcon } from '../../../components/data/status-icon.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import type { Refused } from '../../../components/states/why-not.tsx';
import { useTypedWords } from '../../../lib/hooks/use-typed-words.ts';
import { fuseTexts, runAssetTexts } from '../../../texts/operate/runs.ts';
import { AssetRows } from '../asset-rows.tsx';
import { useStartRun } from '../changes.ts';
import type { IntegrationRun } from '../queries.ts';
import { heldBack } from '../run-facts.ts';
import { runAssetsQuery } from './queries.ts';
import { usersOf } from './run-assets.tsx';

type Plan = NonNullable<IntegrationRun['removalPlan']>;

type FuseDecisionProps = {
  run: IntegrationRun;
  plan: Plan;
  /** Why the person may not decide. */
  refused: Refused | undefined;
  /** A newer run has ended since: then there is nothing to decide. */
  isOver: boolean;
};

/** A run that the fuse stopped: what would go, and the choice of a person. */
export function FuseDecision({ run, plan, refused, isOver }: FuseDecisionProps) {
  const { count, owned, inUse = 0, percent = 30, limit = 20 } = plan;
  const would = heldBack(run);
  const share = owned === 0 ? '0' : ((100 * count) / owned).toFixed(0);
  return (
    <section className="card fuse" aria-label={fuseTexts.decide}>
      <div className="fuse-head">
        <StatusIcon name="flame" size={18} />
        <div>
          <h2>{fuseTexts.title(would, owned)}</h2>
          <p className="soft small">
            {fuseTexts.limits(count, share, percent, limit)} {inUse > 0 && fuseTexts.inUse(inUse)}
          </p>
        </div>
      </div>
      <div className="inside stack loose">
        <HeldAssets run={run} would={would} inUse={inUse} />
        {isOver ? <p className="note">{fuseTexts.over}</p> : <Choice run={run} refused={refused} />}
      </div>
    </section>
  );
}

type HeldAssetsProps = { run: IntegrationRun; would: number; inUse: number };

function HeldAssets({ run, would, inUse }: HeldAssetsProps) {
  const [why, setWhy] = useState<'fuse' | 'in_use'>('fuse');
  const [q, setQ] = useState('');
  const [words, setWords] = useTypedWords(q, setQ);
  const filter = { why, ...(q.trim() !== '' && { q: q.trim() }) };
  const { integrationExternalId: id, ingestionRunId: runId } = run;
  const query = useInfiniteQuery(runAssetsQuery(id, runId, filter));
  return (
    <div className="stack">
      <div className="row wrap">
        <input
          type="search"
          className="input run-words"
          aria-label={runAssetTexts.search}
          placeholder={runAssetTexts.search}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {inUse > 0 && (
          <Segments
            label={fuseTexts.show}
            value={why}
            options={[
              { value: 'fuse', name: fuseTexts.wouldGo(would) },
              { value: 'in_use', name: fuseTexts.wouldStay(inUse) },
            ]}
            onChange={setWhy}
          />
        )}
      </div>
      <Loaded query={query} skeleton={<SkeletonLines lines={4} />}>
        {({ pages }) => (
          <AssetRows
            pages={pages}
            more={query}
            onClear={() => setWords('')}
            stateOf={({ leftAlone }) =>
              leftAlone === 'in_use' ? runAssetTexts.reasons[leftAlone] : ''
            }
            belowOf={usersOf}
          />
        )}
      </Loaded>
    </div>
  );
}

type Way = 'keep' | 'scope' | 'remove';
type ChoiceProps = Pick<FuseDecisionProps, 'run' | 'refused'>;

/** Keeping is what is chosen at first; removing wants the number typed. */
function useChoice({ run, refused }: ChoiceProps) {
  const [way, setWay] = useState<Way>('keep');
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const { integrationExternalId: id, ingestionRunId } = run;
  const would = heldBack(run);
  const start = useStartRun(id, (started) => {
    void navigate({ to: '/operate/integrations/$id/runs/$run', params: { id, run: started } });
  });
  const isReady = (way !== 'remove' || typed.trim() === String(would)) && !start.isPending;
  const ways: Readonly<Record<Way, () => void>> = {
    keep: () => {
      notifications.show({ message: fuseTexts.kept(would) });
      void navigate({ to: '/operate/integrations/$id/{-$tab}', params: { id } });
    },
    scope: () => {
      const to = '/operate/integrations/$id/edit';
      void navigate({ to, params: { id }, search: { step: 'scope' } });
    },
    remove: () => start.mutate({ acceptRemovals: would, acceptRemovalsOf: ingestionRunId }),
  };
  const decide = () => {
    if (isReady && refused === undefined) ways[way]();
  };
  return { way, setWay, typed, setTyped, would, isReady, decide, error: start.error };
}

function Choice(props: ChoiceProps) {
  const { way, setWay, typed, setTyped, would, isReady, decide, error } = useChoice(props);
  const actions = {
    keep: fuseTexts.doKeep,
    scope: fuseTexts.doScope,
    remove: fuseTexts.doRemove(would),
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        decide();
      }}
    >
      <fieldset className="fuse-ways">
        <legend className="medium">{fuseTexts.decide}</legend>
        <Option way="keep" chosen={way} onChoose={setWay} name={fuseTexts.keep(would)}>
          {fuseTexts.keepDetail}
        </Option>
        <Option way="scope" chosen={way} onChoose={setWay} name={fuseTexts.scope}>
          {fuseTexts.scopeDetail}
        </Option>
        <Option way="remove" chosen={way} onChoose={setWay} name={fuseTexts.remove(would)}>
          {fuseTexts.removeDetail}
        </Option>
      </fieldset>
      {way === 'remove' && (
        <div className="fuse-typed">
          <TextField label={fuseTexts.type(would)} value={typed} onChange={setTyped} />
        </div>
      )}
      {error !== null && <ProblemNote error={error} />}
      <div className="row">
        <WhyNot
          type="submit"
          refused={props.refused}
          {...(way === 'remove' && { tone: 'danger' as const })}
          disabled={!isReady}
        >
          {actions[way]}
        </WhyNot>
      </div>
    </form>
  );
}

type OptionProps = {
  way: Way;
  chosen: Way;
  onChoose: (way: Way) => void;
  name: string;
  children: ReactNode;
};

function Option({ way, chosen, onChoose, name, children }: OptionProps) {
  const id = useId();
  return (
    <label className="fuse-way">
      <input
        type="radio"
        name="fuse"
        aria-describedby={id}
        checked={way === chosen}
        onChange={() => onChoose(way)}
      />
      <span className="medium">{name}</span>
      <span id={id} className="tiny faint">
        {children}
      </span>
    </label>
  );
}
