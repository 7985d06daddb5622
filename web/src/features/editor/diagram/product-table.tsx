import { DocLink } from '../../../components/data/links.tsx';
import { diagramTexts } from '../../../texts/studio/editor-form.ts';
import type { ProductParts, TextPort } from './read-product.ts';

/** Says in words what the drawing shows: ports with their contracts. */
export function ProductTable({ product: { inputs, outputs }, ...parts }: ProductParts) {
  const row = (direction: string) => (port: TextPort) => (
    <tr key={port.at.join('.')}>
      <td>{direction}</td>
      <PortCells port={port} {...parts} />
    </tr>
  );
  return (
    <div className="er-table" tabIndex={0} role="group" aria-label={diagramTexts.product}>
      <table>
        <thead>
          <tr>
            <th>{diagramTexts.direction}</th>
            <th>{diagramTexts.port}</th>
            <th>{diagramTexts.version}</th>
            <th>{diagramTexts.contractOf}</th>
          </tr>
        </thead>
        <tbody>
          {inputs.map(row(diagramTexts.input))}
          {outputs.map(row(diagramTexts.output))}
        </tbody>
      </table>
    </div>
  );
}

type PortCellsProps = Omit<ProductParts, 'product'> & { port: TextPort };

function PortCells({ port, contractOf, onChoose }: PortCellsProps) {
  const { name, version, contract } = port;
  return (
    <>
      <td>
        <button type="button" className="link-button" onClick={() => onChoose(port.at)}>
          {name}
        </button>
      </td>
      <td className="mono soft">{version ?? '–'}</td>
      <td>
        {contract === undefined ? (
          <span className="faint">{diagramTexts.noContract}</span>
        ) : (
          <DocLink collection="datacontracts" id={contract} name={contractOf(port)} />
        )}
      </td>
    </>
  );
}
