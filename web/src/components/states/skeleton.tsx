/** Holds the place of what is loading; it appears after 150 ms. */
export function Skeleton({
  width = '100%',
  height = 16,
}: {
  width?: number | string;
  height?: number;
}) {
  return <span className="skeleton" style={{ width, height }} aria-hidden />;
}

/** Lines of text that are loading. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className="stack" aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </div>
  );
}
