import { Page } from '../components/page.tsx';
import { stories } from '../features/stories/stories.tsx';
import { pageNames } from '../texts/shell.ts';

/** Components in all their states, for those who build pages; `t` shows them in the other theme. */
export function StoriesPage() {
  return (
    <Page title={pageNames.stories}>
      {stories.map(({ name, show }) => (
        <section key={name} className="stack" style={{ marginTop: 24 }}>
          <h2>{name}</h2>
          <div>{show()}</div>
        </section>
      ))}
    </Page>
  );
}
