import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Button } from '../../../components/controls/button.tsx';
import { exampleTexts } from '../../../texts/products.ts';
import { ExampleValue } from './example-value.tsx';

type Position = { index: number; all: number; onMove: (index: number) => void };

type ExampleValuesProps = { values: Readonly<Record<string, unknown>>; position?: Position };

/** One row or object: each field with its value under the other. */
export function ExampleValues({ values, position }: ExampleValuesProps) {
  return (
    <>
      <div
        className="card sideways"
        role="region"
        tabIndex={0}
        aria-label={
          position === undefined
            ? exampleTexts.object
            : exampleTexts.row(position.index, position.all)
        }
      >
        <table className="example values">
          <tbody>
            {Object.entries(values).map(([name, value]) => (
              <tr key={name}>
                <th scope="row" className="mono">
                  {name}
                </th>
                <td className="mono">
                  <ExampleValue value={value} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {position === undefined ? (
        <span className="small faint">{exampleTexts.object}</span>
      ) : (
        <Mover {...position} />
      )}
    </>
  );
}

function Mover({ index, all, onMove }: Position) {
  return (
    <div className="row">
      <span className="small faint">{exampleTexts.row(index, all)}</span>
      <span className="row tight push">
        <Button
          compact
          aria-label={exampleTexts.previous}
          disabled={index <= 1}
          onClick={() => onMove(index - 1)}
        >
          <IconChevronLeft size={15} aria-hidden />
        </Button>
        <Button
          compact
          aria-label={exampleTexts.next}
          disabled={index >= all}
          onClick={() => onMove(index + 1)}
        >
          <IconChevronRight size={15} aria-hidden />
        </Button>
      </span>
    </div>
  );
}
