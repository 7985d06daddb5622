import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { MailList } from '../../features/mail/mail-list.tsx';
import { useCopySource } from '../../lib/copy-source.ts';
import { mailTexts } from '../../texts/operate/mail.ts';
import { pageNames } from '../../texts/shell.ts';

const route = getRouteApi('/framed/operate/mail');

/** Mails and chat messages to teams. */
export function MailPage() {
  useCopySource('/api/notifications');
  return (
    <Page title={pageNames.mail} lead={<span className="small">{mailTexts.lead}</span>}>
      <MailList search={route.useSearch()} />
    </Page>
  );
}
