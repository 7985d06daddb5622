import { useLocation } from '@tanstack/react-router';
import { Page } from '../components/page.tsx';
import { MissingState } from '../components/states/error-state.tsx';
import { pageNames } from '../texts/shell.ts';

/** Any address that is no page. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Page title={pageNames.notFound}>
      <MissingState what={pathname} />
    </Page>
  );
}
