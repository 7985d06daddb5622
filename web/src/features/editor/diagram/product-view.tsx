import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { namesQuery } from '../../../api/names.ts';
import { Button } from '../../../components/controls/button.tsx';
import { diagramTexts } from '../../../texts/studio/editor-form.ts';
import { ProductDrawing } from './product-drawing.tsx';
import { ProductTable } from './product-table.tsx';
import type { ProductParts, TextPort, TextProduct } from './read-product.ts';

type ProductViewProps = Omit<ProductParts, 'contractOf'> & {
  isTable: boolean;
  onTable: (isTable: boolean) => void;
};

/** POST /ui/names takes at most this many references. */
const maxNames = 200;

/** The product between its ports, as a drawing or as a table that says the same. */
export function ProductView({ product, isTable, onTable, onChoose }: ProductViewProps) {
  const names = useQuery(namesQuery(useContracts(product))).data;
  const contractOf = ({ contract }: TextPort) =>
    names?.get(`data-contract:${contract}`) ?? contract;
  const parts = { product, contractOf, onChoose };
  return (
    <section className="er" aria-label={diagramTexts.product}>
      {isTable ? <ProductTable {...parts} /> : <ProductDrawing {...parts} />}
      <Button compact className="er-switch" onClick={() => onTable(!isTable)}>
        {isTable ? diagramTexts.asDiagram : diagramTexts.asTable}
      </Button>
    </section>
  );
}

/** References of the contracts of all ports, each once. */
function useContracts({ inputs, outputs }: TextProduct): readonly string[] {
  return useMemo(() => {
    const ids = [...inputs, ...outputs].flatMap(({ contract }) => contract ?? []);
    return [...new Set(ids)]
      .toSorted()
      .slice(0, maxNames)
      .map((id) => `data-contract:${id}`);
  }, [inputs, outputs]);
}
