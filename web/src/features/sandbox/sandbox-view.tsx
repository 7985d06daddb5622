import { Badge, StatusBadge } from '../../components/data/status-badge.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { CodeView } from '../../components/documents/code-view.tsx';
import { sandboxTexts } from '../../texts/develop/sandbox.ts';
import type { StatusWord } from '../../texts/status-words.ts';
import type { SandboxDetail, SandboxRule } from './queries.ts';
import { SandboxAside } from './sandbox-aside.tsx';
import { SandboxEntries } from './sandbox-entries.tsx';
import type { SandboxSearch } from './sandbox-search.ts';

type SandboxViewProps = {
  sandbox: SandboxDetail;
  search: SandboxSearch;
  onChange: (search: SandboxSearch) => void;
};

/** A sandbox: its address, the rules, what happened, and the record beside what should exist. */
export function SandboxView({ sandbox, search, onChange }: SandboxViewProps) {
  return (
    <div className="with-aside sandbox">
      <div className="stack loose">
        <Connect sandbox={sandbox} />
        <Rules conformance={sandbox.conformance} onShow={(entry) => onChange({ entry })} />
        <SandboxEntries sandbox={sandbox} search={search} onChange={onChange} />
      </div>
      <SandboxAside sandbox={sandbox} />
    </div>
  );
}

function Connect({ sandbox: { host, lifecycle, provisioningStatus, expiresAt } }: Sandboxed) {
  const command = `CONCORDAT_KEY=$KEY npm run --silent simulate-provisioner -- --host ${host} --once`;
  return (
    <section className="card">
      <header className="wrap">
        <h2>{sandboxTexts.connect}</h2>
        <span className="row wrap push">
          <StatusBadge of="access" value={lifecycle} />
          {provisioningStatus !== null && (
            <StatusBadge of="provisioning" value={provisioningStatus} />
          )}
        </span>
      </header>
      <div className="inside stack">
        <p className="soft small">{sandboxTexts.connectHint}</p>
        <CodeView text={host} name={sandboxTexts.hostName} />
        <p className="soft small">{sandboxTexts.simulate}</p>
        <CodeView text={command} name={sandboxTexts.simulateName} />
        <p className="tiny faint">
          {sandboxTexts.ends} <RelativeTime at={expiresAt} />
        </p>
      </div>
    </section>
  );
}

type Sandboxed = { sandbox: SandboxDetail };

type RulesProps = {
  conformance: SandboxDetail['conformance'];
  onShow: (entryId: string) => void;
};

const stateWords: Readonly<Record<SandboxRule['state'], StatusWord>> = {
  kept: { tone: 'ok', word: sandboxTexts.states.kept, icon: 'check' },
  broken: { tone: 'bad', word: sandboxTexts.states.broken, icon: 'x' },
  open: { tone: 'idle', word: sandboxTexts.states.open, icon: 'none' },
};

/** What the component keeps and breaks, in the order in which it meets the rules. */
function Rules({ conformance: { kept, broken, open, rules }, onShow }: RulesProps) {
  return (
    <section className="card">
      <header className="wrap">
        <h2>{sandboxTexts.rules}</h2>
        <span className="small faint push">{sandboxTexts.counts(kept, broken, open)}</span>
      </header>
      <ul className="sandbox-rules" aria-label={sandboxTexts.rules}>
        {rules.map(({ code, level, title, state, because, entryId }) => (
          <li key={code}>
            <Badge status={stateWords[state]} />
            <span className="sandbox-rule">
              <span>
                {title} <span className="tiny faint">{sandboxTexts.levels[level]}</span>
              </span>
              <span className="small faint">{because}</span>
            </span>
            {entryId !== null && (
              <button
                type="button"
                className="button compact quiet"
                onClick={() => onShow(entryId)}
              >
                {sandboxTexts.showEntry}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
