/** What a run notes of something that it created and could deactivate, or may have created. */
export type CreationEvent = CreatedEvent | AwaitedEvent;

/** Something that exists, and whether it is in use; a later event about the same thing counts. */
interface CreatedEvent {
  /** The operation that created it, for example `createUser`. */
  created: string;
  id: string;
  /** The role that created it. */
  by: string;
  undone: boolean;
  /** The value by which a list finds it. */
  value?: string;
}

/** Something that a request may create, by the value by which a list finds it; a later event about it counts. */
export interface AwaitedEvent {
  /** The operation that creates such things. */
  awaited: string;
  value: string;
  by: string;
  /** It may exist; a success says that it does; or it need not be looked for, since nothing was created. */
  state: 'possible' | 'certain' | 'settled';
}

/** Keeps what a run creates where another process finds it. */
export interface CreationLog {
  append(event: CreationEvent): void;
}

/** What an earlier run on the deployment noted. */
export interface EarlierRun {
  nonce: string;
  /** When it last noted something, as ISO 8601. */
  endedAt: string;
  events: CreationEvent[];
}

/** The logs of all runs on one deployment that may have left something in use. */
export interface CreationLogs {
  /** Begins the log of a run. */
  begin(nonce: string): CreationLog;
  /** Removes the log of a run that has left nothing in use. */
  remove(nonce: string): void;
  /**
   * Every run that has a log.
   * @param tell gets a sentence about each file that cannot be read as such a log; the others are read all the same
   */
  runs(tell: (mistake: string) => void): EarlierRun[];
}
