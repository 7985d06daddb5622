/**
 * The Message-ID of a notification, the same for every attempt. Its host is the sender's, or that of the public
 * address while the sender's host is local.
 */
export function messageIdOf(
  id: string,
  { mailFrom, publicUrl }: { mailFrom: string; publicUrl: string },
): string {
  const [, ofSender = ''] = /@([A-Za-z0-9.-]+)>?\s*$/.exec(mailFrom) ?? [];
  const host = ofSender === '' || ofSender === 'localhost' ? new URL(publicUrl).hostname : ofSender;
  return `<${id}@${host}>`;
}
