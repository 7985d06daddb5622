import { roughDuration } from '../../lib/durations.ts';
import { useTick } from '../../lib/hooks/use-tick.ts';
import { overviewTexts } from '../../texts/operations/overview.ts';
import { kindName, workKinds } from '../../texts/operations/work-kinds.ts';
import type { Overview, Process } from './queries.ts';

/** The processes of the installation, and when each was last seen. */
export function Processes({ overview }: { overview: Overview }) {
  const { processes } = overview;
  const alive = processes.filter((process) => process.alive).length;
  return (
    <section className="card">
      <header>
        <h2>{overviewTexts.processes}</h2>
        <span className="small faint push">{overviewTexts.alive(alive, processes.length)}</span>
      </header>
      {processes.length === 0 ? (
        <p className="inside small soft">{overviewTexts.noProcesses}</p>
      ) : (
        <ul>
          {processes.map((process) => (
            <Line key={`${process.host} ${process.pid} ${process.startedAt}`} process={process} />
          ))}
        </ul>
      )}
    </section>
  );
}

function kindsOf({ role, kinds }: Process): string | undefined {
  if (role !== 'worker') return undefined;
  const others = workKinds.filter((kind) => !kinds.includes(kind as (typeof kinds)[number]));
  if (others.length === 0) return overviewTexts.allKinds;
  const names = (list: readonly string[]) => list.map((kind) => kindName(kind).toLowerCase());
  return others.length < kinds.length
    ? overviewTexts.allKindsBut(names(others).join(', '))
    : names(kinds).join(', ');
}

function Line({ process }: { process: Process }) {
  const { role, host, pid, version, commit, seenAt, alive } = process;
  const seconds = Math.max(0, (useTick() - new Date(seenAt).getTime()) / 1_000);
  const time = roughDuration(Math.round(seconds));
  const what = kindsOf(process);
  return (
    <li className="process">
      <span className={alive ? 'dot ok' : 'dot bad'} aria-hidden />
      <div>
        <span className="medium">{role}</span>
        {version !== null && (
          <span className="tiny faint"> {overviewTexts.build(version, commit)}</span>
        )}
        <div className="tiny faint">
          {host}:{pid}
          {what !== undefined && `, ${what}`}
        </div>
      </div>
      <span className={alive ? 'tiny faint push nowrap' : 'tiny tone bad push nowrap'}>
        {alive ? overviewTexts.seen(time) : overviewTexts.silent(time)}
      </span>
    </li>
  );
}
