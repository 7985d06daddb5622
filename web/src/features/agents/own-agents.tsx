import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { agentTexts } from '../../texts/agents.ts';
import { ownAgentsQuery, useEndAgent } from './queries.ts';
import './agents.css';

/** The agents that act for the person. */
export function OwnAgents() {
  const agents = useQuery(ownAgentsQuery);
  const end = useEndAgent();
  return (
    <section className="card sideways" style={{ marginTop: 16 }}>
      <header>
        <h2>{agentTexts.own}</h2>
      </header>
      <Loaded query={agents}>
        {(all) =>
          all.length === 0 ? (
            <p className="inside soft small">{agentTexts.none}</p>
          ) : (
            <>
              <p className="inside soft small">{agentTexts.ownHint}</p>
              <table>
                <thead>
                  <tr>
                    <th>{agentTexts.name}</th>
                    <th>{agentTexts.since}</th>
                    <th>
                      <span className="hidden">{agentTexts.end}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {all.map(({ id, clientName, createdAt }) => (
                    <tr key={id}>
                      <td className="agent-name">{clientName}</td>
                      <td className="nowrap">
                        <RelativeTime at={createdAt} />
                      </td>
                      <td className="number">
                        <Button compact onClick={() => end.mutate(id)}>
                          {agentTexts.end}
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </>
          )
        }
      </Loaded>
    </section>
  );
}
