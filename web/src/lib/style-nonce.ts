/** The server puts a nonce into index.html; without it the policy refuses style elements. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
