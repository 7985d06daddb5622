/** True if a connection to the URL cannot be read on the network: it is encrypted or stays on this machine. */
export function isSafeAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && isOfThisMachine(url.hostname);
}

/** True for names and addresses of the loopback interface, as `URL.hostname` writes them. */
export const isOfThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
