type SparkProps = {
  /** One value for each step; null where nothing was measured. */
  values: readonly (number | null)[];
  isBad?: boolean;
};

const width = 100;
const height = 26;
const top = 2;

/** Lines between gaps, in the coordinates of the drawing. */
function linesOf(values: SparkProps['values']): readonly (readonly [x: number, y: number])[][] {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  const yOf = (value: number) =>
    most === 0 ? height - 1 : height - 1 - (value / most) * (height - 1 - top);
  const step = width / Math.max(1, values.length - 1);
  const lines: [number, number][][] = [[]];
  values.forEach((value, index) => {
    if (value === null) lines.push([]);
    else lines.at(-1)?.push([Number((index * step).toFixed(2)), Number(yOf(value).toFixed(2))]);
  });
  return lines.filter((line) => line.length > 0);
}

/** A number over time, without axes: the page has the numbers in a table. */
export function Spark({ values, isBad }: SparkProps) {
  return (
    <svg
      className={isBad === true ? 'spark bad' : 'spark'}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {linesOf(values).map((line) => {
        const [first = [0, 0], last = first] = [line[0], line.at(-1)];
        // A single value would draw nothing.
        const points = line.length === 1 ? [first, [first[0] + 0.6, first[1]]] : line;
        const path = `M${points.map((point) => point.join(' ')).join('L')}`;
        return (
          <g key={first[0]}>
            <path className="area" d={`${path}L${last[0]} ${height}L${first[0]} ${height}Z`} />
            <path className="line" d={path} />
          </g>
        );
      })}
    </svg>
  );
}
