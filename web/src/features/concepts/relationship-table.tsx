import { DocLink } from '../../components/data/links.tsx';
import { conceptTexts, multiplicityName } from '../../texts/semantics/concepts.ts';
import type { Neighbours } from './queries.ts';

/** The relationships of a graph as a table. */
export function RelationshipTable({ graph }: { graph: Neighbours }) {
  const nodes = new Map(graph.nodes.map((node) => [node.key, node]));
  const end = (key: string) => {
    const node = nodes.get(key);
    if (node === undefined || node.namespace === null) return <span>{node?.name ?? key}</span>;
    return <DocLink collection="concepts" id={`${node.namespace}/${node.id}`} name={node.name} />;
  };
  return (
    <div className="card sideways" role="region" aria-label={conceptTexts.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{conceptTexts.from}</th>
            <th>{conceptTexts.relationship}</th>
            <th>{conceptTexts.to}</th>
            <th className="wide-only">{conceptTexts.multiplicity}</th>
          </tr>
        </thead>
        <tbody>
          {graph.edges.map(({ key, from, to, name, multiplicity }) => (
            <tr key={key}>
              <td>{end(from)}</td>
              <td>{name}</td>
              <td>{end(to)}</td>
              <td className="wide-only faint">{multiplicityName(multiplicity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
