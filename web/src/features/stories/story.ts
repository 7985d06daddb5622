import type { ReactNode } from 'react';

/** A component in its states. */
export type Story = { name: string; show: () => ReactNode };
