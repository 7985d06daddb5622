import type { Notice } from './notice.ts';

/** What became of a test mail; `failed` means that no verdict about the mail was reached. */
export type MailTestResult = {
  outcome: 'sent' | 'refused' | 'failed' | 'not-configured';
  /** Words of the mail server, or why it was not reached. */
  answer: string;
  seconds: number;
};

/** The mail with which operators test the mail server. */
export function mailTestNotice(publicUrl: string): Notice {
  return {
    subject: 'Test mail of Concordat',
    paragraphs: [
      'An operator of Concordat has sent this mail to test the mail server. It has arrived.',
    ],
    facts: [['Sent by', publicUrl]],
    diagnostics: undefined,
    links: [],
  };
}
