import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../components/page.tsx';
import { Loaded } from '../components/states/loaded.tsx';
import { Skeleton } from '../components/states/skeleton.tsx';
import { Consent } from '../features/agents/consent.tsx';
import { consentQuery } from '../features/agents/queries.ts';
import { agentTexts } from '../texts/agents.ts';

const route = getRouteApi('/framed/authorize');

/** Asks the person whether an agent may act for them. */
export function AuthorizePage() {
  const { request } = route.useSearch();
  return (
    <Page title={agentTexts.title}>
      <div style={{ marginTop: 16 }}>
        {request === undefined ? (
          <p className="note warn">{agentTexts.missing}</p>
        ) : (
          <Asked request={request} />
        )}
      </div>
    </Page>
  );
}

function Asked({ request }: { request: string }) {
  const consent = useQuery(consentQuery(request));
  return (
    <Loaded query={consent} skeleton={<Skeleton height={240} />}>
      {(asked) => <Consent request={request} consent={asked} />}
    </Loaded>
  );
}
