import { createTransport } from 'nodemailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import { DeliveryBroken } from './deliver.ts';
import type { Delivery } from './deliver.ts';

/** One mail to one address; all of it is text of ours or was cleaned before. */
export type Mail = {
  from: string;
  to: string;
  messageId: string;
  subject: string;
  text: string;
  html: string;
};

/** How long the mail server may be silent, step by step; together they are less than an attempt has. */
export type SmtpTimeouts = {
  connectionTimeout: number;
  greetingTimeout: number;
  socketTimeout: number;
  dnsTimeout: number;
};

const timeouts: SmtpTimeouts = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 45_000,
  dnsTimeout: 10_000,
};

/**
 * Hands the mail to the server. Resolves with its verdict; throws DeliveryBroken when there was none, or one that is
 * not about this mail: a refused login or sender is a matter of the settings, and all mails wait until they are mended.
 */
export async function sendOverSmtp(
  url: string,
  mail: Mail,
  { signal, ...given }: { signal: AbortSignal } & Partial<SmtpTimeouts>,
): Promise<Delivery> {
  let handedOver = false;
  const { from, to, messageId, subject, text, html } = mail;
  try {
    const logger = createWatch(() => (handedOver = true));
    const options = { url, ...timeouts, ...given, ...noFiles, logger };
    // This transport is for one mail: a pool, which the URL could ask for, would stay open, and repeat uncounted.
    const transport = createTransport(new SMTPTransport(options));
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      signal,
    });
    return 'sent';
  } catch (error) {
    return judge(error as SmtpError, handedOver);
  }
}

/** No part of a message is ever a file or an address to be fetched. */
const noFiles = { disableFileAccess: true, disableUrlAccess: true };

type Entry = { tnx?: string };

/** Nodemailer tells only its log when all of the message was handed over, so that only the answer is missing. */
function createWatch(onHandedOver: () => void) {
  const ignore = (): void => undefined;
  const info = ({ tnx }: Entry): void => {
    if (tnx === 'message') onHandedOver();
  };
  return { trace: ignore, debug: ignore, info, warn: ignore, error: ignore, fatal: ignore };
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

function judge(error: SmtpError, handedOver: boolean): Delivery {
  const { command = '', responseCode } = error;
  const message = oneLine(error.message, 500);
  const aboutMail = command === 'RCPT TO' || command === 'DATA';
  if (aboutMail && responseCode !== undefined && responseCode >= 500) return { failed: message };
  if (command === 'API' && /recipient/i.test(message)) return { failed: message };
  // An answer to the message says that it was not accepted; silence and a cut connection say nothing.
  const wasAnswered = aboutMail && responseCode !== undefined;
  throw new DeliveryBroken(message, handedOver && !wasAnswered);
}
