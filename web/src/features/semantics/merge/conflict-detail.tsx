import { IconBinaryTree, IconCheck, IconGitBranch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Day } from '../../../components/data/values.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { mergeTexts } from '../../../texts/semantics/merge.ts';
import { titleOf, useOntologyName } from '../names.ts';
import type { Branch } from '../queries.ts';
import type { Decided, Decision } from './decisions.ts';
import { Result } from './result.tsx';
import { SideValue } from './side-value.tsx';

type ConflictDetailProps = {
  open: Decided;
  branch: Branch;
  name: string;
  impact: string | undefined;
  onDecide: (decision: Omit<Decision, 'seen'> | undefined) => void;
  children: ReactNode;
};

/** One conflict: what both sides started from, what each says now, and the result. */
export function ConflictDetail(props: ConflictDetailProps) {
  const { open, branch, onDecide, children } = props;
  const { state, decision } = open;
  const ontology = useOntologyName(branch.namespace);
  const sides = { namespace: ontology, branch: titleOf(branch) };
  return (
    <>
      <Head {...props} sides={sides} />
      {state === 'changed' && (
        <div className="note warn merge-note">
          <div className="row wrap">
            {mergeTexts.changedNote}
            {decision !== undefined && (
              <Button compact onClick={() => onDecide(decision)}>
                {mergeTexts.keepChoice}
              </Button>
            )}
          </div>
        </div>
      )}
      <Sides open={open} branch={branch} sides={sides} onDecide={onDecide} />
      <Result open={open} namespace={ontology} onDecide={onDecide} />
      {children}
    </>
  );
}

type Names = { namespace: string; branch: string };

function Head({ open: { conflict }, name, impact, sides }: ConflictDetailProps & { sides: Names }) {
  return (
    <div className="row wrap">
      <h2>
        {name}{' '}
        <span className="merge-field">
          / {conflict.field === '*' ? mergeTexts.whole : conflict.field}
        </span>
      </h2>
      {impact !== undefined && (
        <StatusBadge of="change" value={impact}>
          {mergeTexts.impactHints[impact]}
        </StatusBadge>
      )}
      <KeyLine sides={sides} />
    </div>
  );
}

type SidesProps = Pick<ConflictDetailProps, 'open' | 'branch' | 'onDecide'> & { sides: Names };

function Sides({ open, branch, sides, onDecide }: SidesProps) {
  const { conflict } = open;
  const change = conflict.namespace_change;
  return (
    <div className="merge-sides">
      <section className="merge-version base">
        <header>
          <h3>{mergeTexts.before}</h3>
          <span className="tiny faint push">{mergeTexts.revision(branch.base_revision)}</span>
        </header>
        <SideValue conflict={conflict} side="base" />
        <p className="tiny faint">{mergeTexts.started}</p>
      </section>
      <Version
        open={open}
        side="namespace"
        name={sides.namespace}
        onDecide={onDecide}
        icon={<IconBinaryTree size={14} aria-hidden />}
        who={change?.principalName}
        at={change?.at}
      />
      <Version
        open={open}
        side="branch"
        name={sides.branch}
        onDecide={onDecide}
        icon={<IconGitBranch size={14} aria-hidden />}
        who={branch.changed_by_name}
        at={branch.changed_at ?? undefined}
      />
    </div>
  );
}

type VersionProps = {
  open: Decided;
  side: 'namespace' | 'branch';
  name: string;
  icon: ReactNode;
  who: string | null | undefined;
  at: string | undefined;
  onDecide: ConflictDetailProps['onDecide'];
};

function Version({ open, side, name, icon, who, at, onDecide }: VersionProps) {
  const { conflict, state, decision } = open;
  const isTaken = state === 'decided' && decision?.take === side;
  return (
    <section className={isTaken ? 'merge-version taken' : 'merge-version'}>
      <header>
        {icon}
        <h3 className="ellipsis">{name}</h3>
        <span className="tiny faint push nowrap">
          {who}
          {who && at !== undefined && ', '}
          {at !== undefined && <Day date={at.slice(0, 10)} />}
        </span>
      </header>
      <SideValue conflict={conflict} side={side} />
      <Button
        compact
        wide
        aria-pressed={isTaken}
        className={isTaken ? 'is-taken' : undefined}
        onClick={() => onDecide({ take: side })}
      >
        {isTaken ? (
          <>
            <IconCheck size={14} aria-hidden /> {mergeTexts.isTaken}
          </>
        ) : (
          <>
            {mergeTexts.take(name)} <kbd>{side === 'namespace' ? 1 : 2}</kbd>
          </>
        )}
      </Button>
    </section>
  );
}

function KeyLine({ sides }: { sides: Names }) {
  return (
    <span className="push row tight tiny faint wide-only" aria-hidden>
      <kbd>1</kbd> {sides.namespace} <kbd>2</kbd> {sides.branch} <kbd>E</kbd>{' '}
      {mergeTexts.short.edit} <kbd>J</kbd> {mergeTexts.short.next}
    </span>
  );
}
