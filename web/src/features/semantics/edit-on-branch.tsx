import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { conceptTexts } from '../../texts/semantics/concepts.ts';
import { semanticTexts } from '../../texts/semantics/semantics.ts';
import { useReason } from '../permissions/refusal.ts';
import { BranchState } from './branch-list.tsx';
import { NewBranch } from './new-branch.tsx';
import { branchesQuery } from './queries.ts';

type EditOnBranchProps = { namespace: string; id: string };

/** Leads to the editor of a concept on a branch that is not merged, or to a new branch. */
export function EditOnBranch({ namespace, id }: EditOnBranchProps) {
  const [open, setOpen] = useState<'choice' | 'new'>();
  const refused = useReason('RESOURCES_EDIT', `semantics/${namespace}`);
  const close = () => setOpen(undefined);
  return (
    <>
      <WhyNot refused={refused} onClick={() => setOpen('choice')}>
        {conceptTexts.edit}
      </WhyNot>
      {open === 'choice' && (
        <Modal opened onClose={close} title={conceptTexts.edit} withCloseButton={false}>
          <div className="stack">
            <Branches namespace={namespace} id={id} />
            <div className="row">
              <Button onClick={close}>{semanticTexts.cancel}</Button>
              <Button onClick={() => setOpen('new')}>{semanticTexts.newBranch}</Button>
            </div>
          </div>
        </Modal>
      )}
      {open === 'new' && <NewBranch namespace={namespace} concept={id} onClose={close} />}
    </>
  );
}

function Branches({ namespace, id }: EditOnBranchProps) {
  const query = useQuery(branchesQuery(namespace));
  return (
    <Loaded query={query}>
      {(branches) => {
        const open = branches.filter(({ status }) => status !== 'merged');
        if (open.length === 0) return <p className="soft">{semanticTexts.noBranches}</p>;
        return (
          <ul className="stack">
            {open.map((branch) => (
              <li key={branch.name} className="row">
                <Link
                  className="link"
                  to="/semantics/$namespace/branches/$branch/concepts/$"
                  params={{ namespace, branch: branch.name, _splat: id }}
                >
                  {branch.title ?? branch.name}
                </Link>
                <span className="push">
                  <BranchState branch={branch} />
                </span>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
