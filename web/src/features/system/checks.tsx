import { Badge } from '../../components/data/status-badge.tsx';
import { Button } from '../../components/controls/button.tsx';
import type { StatusWord } from '../../texts/status-words.ts';
import { systemTexts } from '../../texts/operations/system.ts';
import type { System } from './queries.ts';

type Check = System['checks'][number];

const looks: Readonly<Record<string, Omit<StatusWord, 'word'>>> = {
  ok: { tone: 'ok', icon: 'check' },
  warning: { tone: 'warn', icon: 'alert' },
  failed: { tone: 'bad', icon: 'x' },
  skipped: { tone: 'idle', icon: 'none' },
};
const harm = ['failed', 'warning', 'ok', 'skipped'];

type ChecksProps = { checks: readonly Check[]; isChecking: boolean; onCheck: () => void };

/** What the doctor finds, the worst first, each with what helps. */
export function Checks({ checks, isChecking, onCheck }: ChecksProps) {
  const bad = checks.filter(({ state }) => state === 'failed' || state === 'warning').length;
  const sorted = checks.toSorted((a, b) => harm.indexOf(a.state) - harm.indexOf(b.state));
  return (
    <section className="card">
      <header className="wrap">
        <h2>{systemTexts.checks}</h2>
        <span className="small faint">
          {bad === 0 ? systemTexts.checksGood : systemTexts.checksBad(bad)}
        </span>
        <Button compact className="push" disabled={isChecking} onClick={onCheck}>
          {isChecking ? systemTexts.checking : systemTexts.again}
        </Button>
      </header>
      <ul>
        {sorted.map((check) => (
          <Line key={check.name} check={check} />
        ))}
      </ul>
      <p className="tiny faint check-foot">{systemTexts.doctor}</p>
    </section>
  );
}

function Line({ check: { name, state, found, advice } }: { check: Check }) {
  const look = looks[state] ?? { tone: 'idle', icon: 'none' };
  return (
    <li className="check-line">
      <Badge status={{ ...look, word: systemTexts.states[state] ?? state }} />
      <div>
        <span className="medium">{systemTexts.checkNames[name] ?? name}</span>
        <p className="small soft">
          {found.charAt(0).toUpperCase()}
          {found.slice(1)}
          {found.endsWith('.') ? '' : '.'} {advice}
        </p>
      </div>
    </li>
  );
}
