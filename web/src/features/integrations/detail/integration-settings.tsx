import { useQuery } from '@tanstack/react-query';
import { cronSentence } from '../../../texts/contracts/cron-sentence.ts';
import { integrationTexts } from '../../../texts/operate/integrations.ts';
import { fieldsBelow, formOf } from '../form/integration-form.ts';
import { FiringTimes } from '../firing-times.tsx';
import { scheduleQuery, sourcesQuery } from '../queries.ts';
import type { EditableIntegration } from '../queries.ts';

type SettingsProps = { integration: EditableIntegration };

/** How the integration reaches its platform, what it scans, and when. */
export function IntegrationSettings({ integration }: SettingsProps) {
  return (
    <div className="settings-cards">
      <Connection integration={integration} />
      <Scope integration={integration} />
      <Schedule integration={integration} />
    </div>
  );
}

/** The values of the fields below a member, by their titles. */
function useValues(integration: EditableIntegration, below: string) {
  const sources = useQuery(sourcesQuery).data ?? [];
  const source = sources.find(({ name }) => name === integration.source);
  const { values } = formOf(integration);
  return fieldsBelow(source, below).flatMap(({ path, title }) => {
    const value = values[path];
    return value === undefined ? [] : [{ path, title, value: String(value) }];
  });
}

function Connection({ integration }: SettingsProps) {
  const values = useValues(integration, 'configuration');
  return (
    <section className="card">
      <header>
        <h2>{integrationTexts.connection}</h2>
      </header>
      <dl className="details inside">
        <dt>{integrationTexts.platform}</dt>
        <dd>{integration.sourceTitle}</dd>
        {values.map(({ path, title, value }) => (
          <Value key={path} title={title} value={value} />
        ))}
        <dt>{integrationTexts.credentials}</dt>
        <dd className="faint">
          {integration.hasCredentials ? integrationTexts.stored : integrationTexts.noCredentials}
        </dd>
      </dl>
    </section>
  );
}

function Value({ title, value }: { title: string; value: string }) {
  return (
    <>
      <dt>{title}</dt>
      <dd className="mono">{value}</dd>
    </>
  );
}

function Scope({ integration }: SettingsProps) {
  const values = useValues(integration, 'filters');
  const { assets = 20, percent = 30 } = integration.removalFuse ?? {};
  return (
    <section className="card">
      <header>
        <h2>{integrationTexts.filtersTitle}</h2>
      </header>
      <dl className="details inside">
        {values.length === 0 && (
          <Value title={integrationTexts.found} value={integrationTexts.everything} />
        )}
        {values.map(({ path, title, value }) => (
          <Value key={path} title={title} value={value} />
        ))}
        <dt>{integrationTexts.fuse}</dt>
        <dd>{integrationTexts.fuseSentence(assets, percent)}</dd>
      </dl>
    </section>
  );
}

function Schedule({ integration }: SettingsProps) {
  const { schedule, scheduleTimezone, enabled } = integration;
  const preview = useQuery(scheduleQuery(enabled ? (schedule ?? '') : '', scheduleTimezone));
  return (
    <section className="card">
      <header>
        <h2>{integrationTexts.schedule}</h2>
      </header>
      <dl className="details inside">
        <dt>{integrationTexts.runs}</dt>
        <dd>
          {schedule === null
            ? integrationTexts.onRequest
            : integrationTexts.scheduleSentence(cronSentence(schedule), scheduleTimezone)}
        </dd>
        {schedule !== null && (
          <>
            <dt>{integrationTexts.nextRuns}</dt>
            <dd>
              {!enabled && integrationTexts.scheduleOff}
              {preview.data !== undefined && (
                <FiringTimes times={preview.data.next} timezone={scheduleTimezone} />
              )}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
