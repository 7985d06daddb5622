import { exampleTexts } from '../../../texts/products.ts';
import { valueText } from './example-rows.ts';

/** One value; none is told, so that it is not taken for an empty text. */
export function ExampleValue({ value }: { value: unknown }) {
  const text = valueText(value);
  if (text === undefined) return <span className="faint">{exampleTexts.empty}</span>;
  return text;
}
