import { Page } from '../components/page.tsx';
import { homeTexts } from '../texts/home.ts';
import { pageNames } from '../texts/shell.ts';

/** The marketplace. */
export function HomePage() {
  return (
    <Page title={homeTexts.title} crumb={pageNames.home} lead={homeTexts.lead}>
      {null}
    </Page>
  );
}
