import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { listPartTexts } from '../../texts/operate/lists.ts';
import '../controls/list-filters.css';

type DetailDrawerProps = { title: string; onClose: () => void; children: ReactNode };

/** One row of a list with all that is known of it, over the page. */
export function DetailDrawer({ title, onClose, children }: DetailDrawerProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(640px, 100%)"
      title={title}
      closeButtonProps={{ 'aria-label': listPartTexts.close }}
      classNames={{ title: 'sheet-title' }}
    >
      <div className="stack loose detail-drawer">{children}</div>
    </Drawer>
  );
}
