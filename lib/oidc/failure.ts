/** Why a sign-in failed: the provider does not answer, it refused, or its answer cannot be trusted. */
export class OidcFailure extends Error {
  readonly reason: 'unreachable' | 'refused' | 'untrusted';

  constructor(reason: OidcFailure['reason'], message: string) {
    super(message);
    this.name = 'OidcFailure';
    this.reason = reason;
  }
}
