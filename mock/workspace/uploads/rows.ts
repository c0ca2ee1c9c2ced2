import type {Row} from '../../world/change.ts';

/** A reserved upload. Its key is the reserved publication id. */
export interface UploadRow extends Row {
  /** Key in object storage, inside the workspace's namespace. */
  object: string;
  /** Declared at reservation. */
  filename: string;
  /** Bytes, as declared at reservation. */
  size: number;
  /** When the upload link expires, in epoch milliseconds. */
  linkExpires: number;
}
