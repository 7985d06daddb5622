import { useEffect } from 'react';
import type { components } from '../../api/schema.d.ts';
import { Button } from '../../components/controls/button.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { agentTexts } from '../../texts/agents.ts';
import { useMe } from '../session/queries.ts';
import { useDecideConsent } from './queries.ts';
import './agents.css';

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

type Props = { request: string; consent: components['schemas']['AgentConsent'] };

/** Says what an agent will be able to do, and lets the person decide. */
export function Consent({ request, consent: { clientName, returnsTo, redirect } }: Props) {
  const me = useMe();
  const decide = useDecideConsent();
  useEffect(() => {
    if (redirect !== null) location.assign(redirect);
  }, [redirect]);
  if (redirect !== null) return null;
  return (
    <div className="card consent">
      <div className="inside stack">
        <p>{agentTexts.lead(clientName)}</p>
        <dl className="details">
          <dt>{agentTexts.name}</dt>
          <dd>
            {clientName} <span className="faint">{agentTexts.nameHint}</span>
          </dd>
          <dt>{agentTexts.returnsTo}</dt>
          <dd>
            {returnsTo}{' '}
            {loopback.has(returnsTo) && <span className="faint">{agentTexts.thisComputer}</span>}
          </dd>
          <dt>{agentTexts.actsFor}</dt>
          <dd>{me?.name}</dd>
        </dl>
        <ul>
          {agentTexts.can.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="note warn">{agentTexts.onlyIf}</p>
        {decide.error !== null && <ProblemNote error={decide.error} />}
        <div className="row">
          <Button
            tone="primary"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ request, allow: true })}
          >
            {agentTexts.allow}
          </Button>
          <Button
            disabled={decide.isPending}
            onClick={() => decide.mutate({ request, allow: false })}
          >
            {agentTexts.deny}
          </Button>
        </div>
      </div>
    </div>
  );
}
