import { createContext } from 'react';
import type { ReactNode } from 'react';

/** Names those who can help with what is at an address. The frame gives it, as it reads from the server. */
export const HelpersNote = createContext<(path: string) => ReactNode>(() => null);
