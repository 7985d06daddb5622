/**
 * Thrown by `loadConfig`; the message lists every problem at once, one a line, and no value of a secret. In a file of its own, so that
 * a command without settings does not load them.
 */
export class ConfigError extends Error {}
