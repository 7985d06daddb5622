import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { hasNewBuild } from '../../lib/connection.ts';

/** Loads the next page from the server if it runs another build: its files may have other names. */
export function useReloadOnNewBuild(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (hasNewBuild.get()) location.reload();
  }, [pathname]);
}

// A file of this build that is gone says the same as another build in an answer.
addEventListener('vite:preloadError', () => hasNewBuild.set(true));
