import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { WhyNot } from '../../components/states/why-not.tsx';
import { online } from '../../lib/connection.ts';
import { useStore } from '../../lib/store.ts';
import { accessTexts } from '../../texts/access.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useMe } from '../session/queries.ts';
import type { Me } from '../session/queries.ts';
import { GiveBackDialog, WithdrawDialog } from './access-dialogs.tsx';
import type { Permission } from '../permissions/queries.ts';
import type { Access } from './queries.ts';
import { useRefusal } from '../permissions/refusal.ts';

type AccessActionsProps = {
  access: Access;
  etag: string | undefined;
  /** Opens the request: to change it, or to ask again. */
  onRequest: () => void;
};

/** What the person may do with the access now; what they may not do says why. */
export function AccessActions({ access, etag, onRequest }: AccessActionsProps) {
  const me = useMe();
  const [asked, setAsked] = useState<'withdraw' | 'give-back'>();
  const isProvider = me !== undefined && isOnlyProvider(access, me);
  const close = () => setAsked(undefined);
  return (
    <>
      {isProvider ? (
        access.lifecycle === 'requested' && <DecideAction access={access} />
      ) : (
        <ConsumerActions
          access={access}
          onRequest={onRequest}
          onWithdraw={() => setAsked('withdraw')}
        />
      )}
      {['active', 'upcoming'].includes(access.lifecycle) && (
        <Action
          access={access}
          permission="ACCESS_TERMINATE"
          name={isProvider ? accessTexts.endIt : accessTexts.giveBack}
          onClick={() => setAsked('give-back')}
        />
      )}
      {asked === 'give-back' && <GiveBackDialog access={access} etag={etag} onClose={close} />}
      {asked === 'withdraw' && <WithdrawDialog access={access} etag={etag} onClose={close} />}
    </>
  );
}

type ConsumerActionsProps = { access: Access; onRequest: () => void; onWithdraw: () => void };

/** An open request can be changed and withdrawn; after the decision the access can be asked for again. */
function ConsumerActions({ access, onRequest, onWithdraw }: ConsumerActionsProps) {
  const isOpen = access.lifecycle === 'requested';
  return (
    <>
      <div className="primary-bar">
        <Action
          access={access}
          permission="ACCESS_REQUEST"
          name={isOpen ? accessTexts.change : accessTexts.renew}
          onClick={onRequest}
          tone="primary"
        />
      </div>
      {isOpen && (
        <Action
          access={access}
          permission="ACCESS_DELETE"
          name={accessTexts.withdraw}
          onClick={onWithdraw}
        />
      )}
    </>
  );
}

/** True for a person who decides about the data and does not use it. */
function isOnlyProvider({ provider, consumer }: Access, { teams, email }: Me): boolean {
  const isIn = (id: string | null | undefined) => teams.some((team) => team.id === id);
  const isOwn = consumer.userId?.toLowerCase() === email?.toLowerCase() && Boolean(email);
  return isIn(provider.teamId) && !isIn(consumer.teamId) && !isOwn;
}

function DecideAction({ access }: { access: Access }) {
  const navigate = useNavigate();
  const refused = useRefusal('ACCESS_APPROVE', `access/${access.id ?? ''}`, true);
  const open = () => void navigate({ to: '/inbox', search: { id: access.id ?? undefined } });
  return (
    <div className="primary-bar">
      <WhyNot tone="primary" refused={refused} onClick={open}>
        {accessTexts.decide}
      </WhyNot>
    </div>
  );
}

type ActionProps = {
  access: Access;
  permission: Permission;
  name: string;
  onClick: () => void;
  tone?: 'primary';
};

function Action({ access, permission, name, onClick, tone }: ActionProps) {
  const isOnline = useStore(online);
  const refused = useRefusal(permission, `access/${access.id ?? ''}`, true);
  return (
    <WhyNot
      {...(tone && { tone })}
      refused={isOnline ? refused : { because: shellTexts.offline }}
      onClick={onClick}
    >
      {name}
    </WhyNot>
  );
}
