/** Takes the place of the rows of a table that do not exist, because they are out of sight. */
export function SpaceRow({ columns, height }: { columns: number; height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="space" aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
