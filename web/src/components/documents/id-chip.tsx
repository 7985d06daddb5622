import { IconCopy } from '@tabler/icons-react';
import { copyText } from './copy-text.ts';

/** An id to copy. Names stand where people read; the id stands once, beside the title. */
export function IdChip({ id }: { id: string }) {
  return (
    <button type="button" className="id-chip" onClick={() => void copyText(id, id)}>
      {id}
      <IconCopy size={13} aria-label="Copy" />
    </button>
  );
}
