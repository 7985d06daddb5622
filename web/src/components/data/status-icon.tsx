import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconFlame,
  IconHourglass,
  IconLoader2,
  IconLock,
  IconX,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { StatusIconName } from '../../texts/status-words.ts';

const icons: Readonly<Record<StatusIconName, Icon>> = {
  check: IconCheck,
  alert: IconAlertTriangle,
  x: IconX,
  running: IconLoader2,
  none: IconCircleDashed,
  waits: IconHourglass,
  clock: IconClock,
  lock: IconLock,
  flame: IconFlame,
};

/** The drawing of a state. */
export function StatusIcon({ name, size = 13 }: { name: StatusIconName; size?: number }) {
  const Drawing = icons[name];
  return <Drawing size={size} stroke={2.2} aria-hidden />;
}
