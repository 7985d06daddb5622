/**
 * The Message-ID of a notification, the same for every attempt. Behind the @ is the host of the sender, or of the
 * public address while the sender is of this machine only.
 */
export function messageIdOf(
  id: string,
  { mailFrom, publicUrl }: { mailFrom: string; publicUrl: string },
): string {
  const [, ofSender = ''] = /@([A-Za-z0-9.-]+)>?\s*$/.exec(mailFrom) ?? [];
  const host = ofSender === '' || ofSender === 'localhost' ? new URL(publicUrl).hostname : ofSender;
  return `<${id}@${host}>`;
}
