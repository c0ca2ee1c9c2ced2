import type {ProfileMismatch} from '../../../spec/step.ts';

/** A response in canonical names. */
export interface Decoded {
  /** Every situation that the response can be, as profiled. */
  situations: string[];
  /** The same as documented, that is without the profile. */
  documented: string[];
  body: unknown;
  /** Of a server error (5xx): the body is the API's own error. */
  ownError?: true;
  /** What of the profile the response contradicts. */
  profileMismatch?: ProfileMismatch;
}

/** The result of a tool in canonical names, with the status and headers that it stands for. */
export interface DecodedTool extends Decoded {
  status: number;
  headers: Record<string, string>;
  /** Why nothing of the operation can be read in a success. */
  unread?: string;
}
