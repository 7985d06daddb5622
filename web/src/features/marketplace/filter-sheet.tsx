import { Drawer } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { homeTexts } from '../../texts/home.ts';
import { shellTexts } from '../../texts/shell.ts';

type FilterSheetProps = {
  /** Number of active filters. */
  count: number;
  total: number | undefined;
  children: ReactNode;
};

/** The filters on small screens: a sheet over the page. */
export function FilterSheet({ count, total, children }: FilterSheetProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button compact className="narrow-only" onClick={() => setIsOpen(true)}>
        <IconAdjustmentsHorizontal size={15} stroke={1.75} aria-hidden />
        {homeTexts.filtersWith(count)}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        size="80%"
        title={homeTexts.filters}
        closeButtonProps={{ 'aria-label': shellTexts.close }}
      >
        <div className="facets">{children}</div>
        <div className="sheet-foot">
          <Button wide tone="primary" onClick={close}>
            {homeTexts.showResults(total ?? 0)}
          </Button>
        </div>
      </Drawer>
    </>
  );
}
