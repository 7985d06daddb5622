/** Whether nobody on the way can read what is sent to an address: it is encrypted, or of this machine. */
export function isSafeAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && isOfThisMachine(url.hostname);
}

/** Names and addresses of the loopback interface, as `URL.hostname` has them. */
export const isOfThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
