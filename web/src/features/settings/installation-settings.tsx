import { Badge } from '../../components/data/status-badge.tsx';
import { TableCard } from '../../components/data/table-card.tsx';
import { countText } from '../../lib/numbers.ts';
import { settingTexts } from '../../texts/organization/settings.ts';
import type { PageSettings } from './queries.ts';

type Group = PageSettings['installation'][number];
type Setting = Group['settings'][number];

/** What operators set for the installation, with where each value is from; secrets only as set or not. */
export function InstallationSettings({ settings }: { settings: PageSettings }) {
  const { installation, retention, may } = settings;
  return (
    <div className="stack loose">
      <p className="soft">{settingTexts.installationLead}</p>
      <Retention retention={retention} />
      {installation.map((group) => (
        <GroupCard key={group.group} group={group} seesAll={may.seeInstallation} />
      ))}
    </div>
  );
}

function Retention({ retention }: Pick<PageSettings, 'retention'>) {
  const { kept, keptWords } = settingTexts;
  return (
    <TableCard
      title={settingTexts.retention}
      beside={<span className="small faint push">{settingTexts.keptForever}</span>}
    >
      <thead>
        <tr>
          <th>{kept.what}</th>
          <th className="number">{kept.days}</th>
          <th>{kept.where}</th>
        </tr>
      </thead>
      <tbody>
        {retention.map(({ what, days, env }) => (
          <tr key={what}>
            <td>{keptWords[what] ?? wordsOf(what)}</td>
            <td className="number">{countText(days)}</td>
            <td>
              {env === null ? (
                <span className="faint">{kept.fixed}</span>
              ) : (
                <code className="mono">{env}</code>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}

/** `importJobs` as "Import jobs". */
function wordsOf(name: string): string {
  const words = name.replaceAll(/([A-Z])|[-_]/gu, (_, letter?: string) =>
    letter === undefined ? ' ' : ` ${letter.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function GroupCard({ group: { group, isOn, settings }, seesAll }: GroupCardProps) {
  const { columns } = settingTexts;
  return (
    <TableCard
      title={settingTexts.groups[group]}
      beside={
        isOn !== null && (
          <Badge
            status={
              isOn
                ? { tone: 'ok', word: settingTexts.isOn, icon: 'check' }
                : { tone: 'idle', word: settingTexts.isOff, icon: 'none' }
            }
          />
        )
      }
    >
      <thead>
        <tr>
          <th>{columns.setting}</th>
          <th>{columns.value}</th>
          <th className="wide-only">{columns.where}</th>
        </tr>
      </thead>
      <tbody>
        {settings.map((each) => (
          <Line key={each.env} setting={each} seesAll={seesAll} />
        ))}
      </tbody>
    </TableCard>
  );
}

type GroupCardProps = { group: Group; seesAll: boolean };

function Line({ setting, seesAll }: { setting: Setting; seesAll: boolean }) {
  const { env, meaning, setIn, file } = setting;
  return (
    <tr>
      <td>
        <span>{meaning}</span>
        <br />
        <code className="mono faint">{env}</code>
      </td>
      <td className="setting-value">{valueOf(setting, seesAll)}</td>
      <td className="wide-only soft">
        {settingTexts.setIn[setIn]}
        {file !== null && (
          <>
            <br />
            <code className="mono faint">{file}</code>
          </>
        )}
      </td>
    </tr>
  );
}

function valueOf({ value, isSecret, setIn }: Setting, seesAll: boolean): string {
  if (isSecret) return setIn === 'nowhere' ? settingTexts.secretNone : settingTexts.secretSet;
  if (value !== null) return value;
  return seesAll || setIn === 'nowhere' ? settingTexts.noValue : settingTexts.hidden;
}
