import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { WhyNot } from '../../components/why-not.tsx';
import { online } from '../../lib/connection.ts';
import { useStore } from '../../lib/store.ts';
import { accessTexts } from '../../texts/access.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useMe } from '../session/queries.ts';
import type { Me } from '../session/queries.ts';
import { useGiveBack, useWithdraw } from './changes.ts';
import { consumerOf, dataOf } from './facts.ts';
import type { Access, Permission } from './queries.ts';
import { useRefusal } from './refusal.ts';

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
  const { lifecycle } = access;
  const isOpen = lifecycle === 'requested';
  const isApproved = lifecycle === 'active' || lifecycle === 'upcoming';
  const isProvider = me !== undefined && isOnlyProvider(access, me);
  const act = { access, onRequest };
  const close = () => setAsked(undefined);
  return (
    <>
      {isOpen && isProvider && <DecideAction access={access} />}
      {isOpen && !isProvider && <RequestAction {...act} name={accessTexts.change} />}
      {isOpen && !isProvider && (
        <Action
          access={access}
          permission="ACCESS_DELETE"
          name={accessTexts.withdraw}
          onClick={() => setAsked('withdraw')}
        />
      )}
      {!isOpen && !isProvider && <RequestAction {...act} name={accessTexts.renew} />}
      {isApproved && (
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
    <WhyNot tone="primary" refused={refused} onClick={open}>
      {accessTexts.decide}
    </WhyNot>
  );
}

type RequestActionProps = { access: Access; onRequest: () => void; name: string };

function RequestAction({ access, onRequest, name }: RequestActionProps) {
  return (
    <Action
      access={access}
      permission="ACCESS_REQUEST"
      name={name}
      onClick={onRequest}
      tone="primary"
    />
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

type DialogProps = { access: Access; etag: string | undefined; onClose: () => void };

function GiveBackDialog({ access, etag, onClose }: DialogProps) {
  const giveBack = useGiveBack();
  const [note, setNote] = useState('');
  const confirm = () =>
    giveBack.mutate(
      { id: access.id ?? '', etag, note },
      {
        onSuccess: () => {
          notifications.show({ message: accessTexts.givenBack });
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={accessTexts.giveBackTitle(dataOf(access))}
      withCloseButton={false}
    >
      <div className="stack">
        <p className="soft">{accessTexts.giveBackDetail(consumerOf(access))}</p>
        <input
          className="input"
          aria-label={accessTexts.giveBackNote}
          placeholder={accessTexts.giveBackNote}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {giveBack.error !== null && <ProblemNote error={giveBack.error} />}
        <div className="row">
          <Button onClick={onClose}>{accessTexts.keep}</Button>
          <Button tone="danger" disabled={giveBack.isPending} onClick={confirm}>
            {accessTexts.giveBack}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function WithdrawDialog({ access, etag, onClose }: DialogProps) {
  const withdraw = useWithdraw();
  const navigate = useNavigate();
  const confirm = () =>
    withdraw.mutate(
      { id: access.id ?? '', etag },
      {
        onSuccess: () => {
          notifications.show({ message: accessTexts.withdrawn });
          void navigate({ to: '/me/access' });
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={accessTexts.withdrawTitle(dataOf(access))}
      withCloseButton={false}
    >
      <div className="stack">
        <p className="soft">{accessTexts.withdrawDetail}</p>
        {withdraw.error !== null && <ProblemNote error={withdraw.error} />}
        <div className="row">
          <Button onClick={onClose}>{accessTexts.keep}</Button>
          <Button tone="danger" disabled={withdraw.isPending} onClick={confirm}>
            {accessTexts.withdraw}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
