import { usageTexts, listTexts } from '../../../texts/documents.ts';
import type { Json } from '../queries.ts';

/** The levels of a classification scheme. */
export function Classes({ document: { classifications } }: { document: Json }) {
  const all = Array.isArray(classifications) ? (classifications as Json[]) : [];
  if (all.length === 0) return null;
  return (
    <section>
      <h2 className="part-title">{usageTexts.classifications}</h2>
      <div
        className="card sideways"
        role="region"
        aria-label={usageTexts.classifications}
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th>{usageTexts.name}</th>
              <th>{usageTexts.level}</th>
              <th className="wide-only">{listTexts.description}</th>
            </tr>
          </thead>
          <tbody>
            {all.map(({ externalId, name, level, description }) => (
              <tr key={String(externalId)}>
                <td className="medium">{textOf(name)}</td>
                <td>{textOf(level)}</td>
                <td className="wide-only soft">{textOf(description)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '–';
