import { useQuery } from '@tanstack/react-query';
import { Button } from '../components/controls/button.tsx';
import { Loaded } from '../components/states/loaded.tsx';
import { Page } from '../components/page.tsx';
import { OwnAgents } from '../features/agents/own-agents.tsx';
import { SessionTable } from '../features/session/session-table.tsx';
import { sessionsQuery, useEndSession } from '../features/session/queries.ts';
import { pageNames } from '../texts/shell.ts';
import { signInTexts } from '../texts/sign-in.ts';

/** Where one is signed in, and how to end it. */
export function SessionsPage() {
  const sessions = useQuery(sessionsQuery);
  const end = useEndSession();
  return (
    <Page
      title={pageNames.sessions}
      lead={signInTexts.sessionsHint}
      actions={
        <Button
          tone="danger"
          onClick={() => end.mutate(undefined, { onSuccess: () => location.assign('/sign-in') })}
        >
          {signInTexts.endAll}
        </Button>
      }
    >
      <div className="card sideways" style={{ marginTop: 16 }}>
        <Loaded query={sessions}>
          {(all) => <SessionTable sessions={all} onEnd={(id) => end.mutate(id)} />}
        </Loaded>
      </div>
      <OwnAgents />
    </Page>
  );
}
