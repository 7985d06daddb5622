import { IconCopy } from '@tabler/icons-react';
import { Button } from '../../../components/controls/button.tsx';
import { copyText } from '../../../components/documents/copy-text.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Markdown } from '../../../components/documents/markdown.tsx';
import { termTexts } from '../../../texts/contracts/contract-parts.ts';
import { levelName, unitName } from '../../../texts/contracts/service-levels.ts';
import type { Model } from '../queries.ts';

/** What consumers may do, what is promised of the service, and where the data is. */
export function TermsTab({ model }: { model: Model }) {
  return (
    <div className="stack-16 contract-terms">
      <Terms model={model} />
      <ServiceLevels levels={model.serviceLevels} />
      <Servers servers={model.servers} />
    </div>
  );
}

function Terms({ model: { description } }: { model: Model }) {
  const parts = (['purpose', 'usage', 'limitations'] as const).flatMap((name) => {
    const text = description[name];
    return text === null ? [] : [{ name, text }];
  });
  if (parts.length === 0) {
    return (
      <EmptyState sort="nothing-yet" title={termTexts.none}>
        {termTexts.noneDetail}
      </EmptyState>
    );
  }
  return (
    <section className="card">
      <header>
        <h2>{termTexts.terms}</h2>
      </header>
      <div className="inside stack">
        {parts.map(({ name, text }) => (
          <div key={name}>
            <h3>{termTexts[name]}</h3>
            <div className="soft">
              <Markdown text={text} />
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}

function ServiceLevels({ levels }: { levels: Model['serviceLevels'] }) {
  const hasElements = levels.some(({ elements }) => elements.length > 0);
  return (
    <section className="card">
      <header>
        <h2>{termTexts.levels}</h2>
      </header>
      {levels.length === 0 ? (
        <p className="inside small soft">{termTexts.noLevels}</p>
      ) : (
        <div className="sideways">
          <table>
            <thead>
              <tr>
                <th>{termTexts.level}</th>
                <th>{termTexts.value}</th>
                {hasElements && <th>{termTexts.about}</th>}
              </tr>
            </thead>
            <tbody>
              {levels.map(({ property, value, unit, description, elements }, index) => (
                <tr key={`${property} ${index}`}>
                  <td>
                    {levelName(property)}
                    {description !== null && (
                      <div className="tiny faint">
                        <Markdown text={description} />
                      </div>
                    )}
                  </td>
                  <td>{[value, unitName(unit)].filter((part) => part !== null).join(' ')}</td>
                  {hasElements && <td className="mono soft">{elements.join(', ')}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

function Servers({ servers }: { servers: Model['servers'] }) {
  return (
    <section className="card">
      <header>
        <h2>{termTexts.servers}</h2>
      </header>
      {servers.length === 0 && <p className="inside small soft">{termTexts.noServers}</p>}
      {servers.map(({ server, type, ...place }) => (
        <div key={server} className="inside server">
          <div className="row">
            <h3>{server}</h3>
            <span className="chip">{type}</span>
            <Button
              compact
              className="push"
              onClick={() =>
                void copyText(JSON.stringify({ type, ...place }, undefined, 2), server)
              }
            >
              <IconCopy size={14} stroke={1.75} aria-hidden />
              {termTexts.copyServer}
            </Button>
          </div>
          <dl className="details">
            {Object.entries(place).map(([name, value]) => (
              <div key={name} className="fact">
                <dt>{name}</dt>
                <dd className="mono">{plain(value)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
