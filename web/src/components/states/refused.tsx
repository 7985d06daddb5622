import { Tooltip } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';

/** A button that cannot be pressed; its reason shows when it is pointed at or focused. */
export function Refused({ because, children }: { because: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <Tooltip label={because} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
        <Button disabled aria-describedby={id}>
          {children}
        </Button>
      </Tooltip>
      <span id={id} className="hidden">
        {because}
      </span>
    </>
  );
}
