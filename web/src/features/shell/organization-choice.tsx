import { Modal } from '@mantine/core';
import { useState } from 'react';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { vanityOfAddress } from '../../lib/address/vanity.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useSwitchOrganization } from '../session/queries.ts';
import type { Me } from '../session/queries.ts';

const storageName = 'concordat-organization-chosen';

/** True once per session, for people of several organizations; links and addresses may name the organization themselves. */
function isOpenChoice({ organizations, session }: Me): boolean {
  const isNamed = session.method === 'link' || vanityOfAddress.get() !== undefined;
  if (organizations.length < 2 || isNamed) return false;
  try {
    return localStorage.getItem(storageName) !== session.expiresAt;
  } catch {
    return false;
  }
}

/** After the sign-in of a person of several organizations: in which one to work. The navigation switches later. */
export function OrganizationChoice({ me }: { me: Me }) {
  const [isOpen, setOpen] = useState(() => isOpenChoice(me));
  const switchTo = useSwitchOrganization();
  const choose = (id: string): void => {
    // A switch keeps the end of the session, so that it is not asked again.
    localStorage.setItem(storageName, me.session.expiresAt);
    if (id === me.organization.id) setOpen(false);
    else switchTo.mutate(id);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={() => choose(me.organization.id)}
      title={shellTexts.chooseOrganization}
      closeButtonProps={{ 'aria-label': shellTexts.close }}
    >
      <div className="stack">
        {me.organizations.map(({ id, name }) => (
          <button key={id} type="button" className="button wide" onClick={() => choose(id)}>
            {name}
            {id === me.organization.id && <span className="faint">{shellTexts.usedLast}</span>}
          </button>
        ))}
        {switchTo.error !== null && <ProblemNote error={switchTo.error} />}
      </div>
    </Modal>
  );
}
