import { createContext } from 'react';
import type { ReactNode } from 'react';

/** Shows who deleted the document at an address, and when. The frame gives it, as it reads from the server. */
export const DeletedNote = createContext<(path: string) => ReactNode>(() => null);
