import type {Row} from '../../world/change.ts';

/** A reservation; its key is the reserved publication id. */
export interface UploadRow extends Row {
  /** Key in object storage, inside the workspace's namespace. */
  object: string;
  filename: string;
  /** Declared bytes. */
  size: number;
  /** Epoch milliseconds. */
  linkExpires: number;
}
