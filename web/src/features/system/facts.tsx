import type { ReactNode } from 'react';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { bytesText, countText } from '../../lib/numbers.ts';
import { systemTexts } from '../../texts/operations/system.ts';
import type { System } from './queries.ts';

type FactsProps = {
  title: string;
  facts: readonly { name: string; value: ReactNode }[];
  children?: ReactNode;
};

/** A card with names and values. */
export function Facts({ title, facts, children }: FactsProps) {
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
      </header>
      <div className="inside stack">
        {facts.length > 0 && (
          <dl className="details">
            {facts.map(({ name, value }) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {children}
      </div>
    </section>
  );
}

/** What runs, and whether the schema fits it. */
export function VersionFacts({ system }: { system: System }) {
  const { version, commit, node, publicUrl, database, migrations } = system;
  const { applied, newest, pending, unknown } = migrations;
  return (
    <Facts
      title={systemTexts.version}
      facts={[
        { name: systemTexts.concordat, value: version },
        {
          name: systemTexts.commit,
          value: commit === null ? '–' : <code>{commit.slice(0, 12)}</code>,
        },
        { name: systemTexts.node, value: node },
        { name: systemTexts.address, value: publicUrl },
        { name: systemTexts.postgres, value: database.version },
        { name: systemTexts.database, value: bytesText(database.bytes) },
        { name: systemTexts.migrations, value: systemTexts.applied(applied, newest) },
      ]}
    >
      {pending.length > 0 && <p className="note bad">{systemTexts.pending(pending)}</p>}
      {unknown.length > 0 && <p className="note warn">{systemTexts.unknown(unknown)}</p>}
    </Facts>
  );
}

const oldSeconds = 2 * 86_400;

/** The newest backup and its age. */
export function BackupFacts({ backup }: Pick<System, 'backup'>) {
  if (backup === null) {
    return (
      <Facts title={systemTexts.backup} facts={[]}>
        <p className="note warn">
          <span>
            <span className="medium">{systemTexts.noBackup}.</span> {systemTexts.noBackupHint}
          </span>
        </p>
      </Facts>
    );
  }
  const { at, ageSeconds, bytes, attachments, missing } = backup;
  return (
    <Facts
      title={systemTexts.backup}
      facts={[
        { name: systemTexts.backupAge, value: <RelativeTime at={at} /> },
        { name: systemTexts.size, value: bytesText(bytes) },
        { name: systemTexts.attachments, value: countText(attachments) },
      ]}
    >
      {ageSeconds > oldSeconds && <p className="note warn">{systemTexts.backupOld}</p>}
      {missing > 0 && <p className="note bad">{systemTexts.missing(missing)}</p>}
    </Facts>
  );
}

/** Where attachments are stored. */
export function StorageFacts({ storage }: Pick<System, 'storage'>) {
  const { kind, place, files, bytes, quotaMb } = storage;
  return (
    <Facts
      title={systemTexts.storage}
      facts={[
        {
          name: systemTexts.kind,
          value: kind === null ? systemTexts.notSet : (systemTexts.kinds[kind] ?? kind),
        },
        { name: systemTexts.place, value: place ?? '–' },
        { name: systemTexts.files, value: countText(files) },
        { name: systemTexts.size, value: bytesText(bytes) },
        { name: systemTexts.quota, value: systemTexts.quotaOf(quotaMb) },
      ]}
    />
  );
}
