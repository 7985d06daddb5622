import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { sessionEnded } from '../../lib/connection.ts';
import { useStore } from '../../lib/store.ts';
import { stateTexts } from '../../texts/states.ts';
import { ApiKeyForm } from '../session/api-key-form.tsx';
import { meQuery } from '../session/queries.ts';
import type { Me } from '../session/queries.ts';

/** Stands over the page when the session is over, so that nothing typed is lost; other ways to sign in use another window. */
export function SessionOverlay({ me }: { me: Me }) {
  const isOver = useStore(sessionEnded);
  const queryClient = useQueryClient();
  const lookAgain = async () => {
    sessionEnded.set(false);
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    await queryClient.invalidateQueries();
  };
  return (
    <Modal
      opened={isOver}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={stateTexts.sessionOver}
    >
      <div className="stack">
        <p className="soft">{stateTexts.sessionOverDetail}</p>
        {me.session.method === 'api-key' && <ApiKeyForm onDone={() => undefined} />}
        <a className="button" href="/sign-in?return=/me/sessions" target="_blank" rel="noopener">
          {stateTexts.signInElsewhere}
        </a>
        <button type="button" className="button primary" onClick={() => void lookAgain()}>
          {stateTexts.signedInAgain}
        </button>
      </div>
    </Modal>
  );
}
