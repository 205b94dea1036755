export type LogLevel = "debug" | "info" | "warn" | "error";

/** Structured and already redacted. `requestId` is the run's id from recall to evidence. */
export interface LogRecord {
  readonly level: LogLevel;
  readonly event: string;
  readonly requestId?: string;
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
}

/** Must not throw; if it does, the throw is swallowed. */
export type Logger = (record: LogRecord) => void;
