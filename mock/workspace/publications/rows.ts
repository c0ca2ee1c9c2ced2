import type {Row} from '../../world/change.ts';

/** A registered publication. */
export interface PublicationRow extends Row {
  type: 'book' | 'audiobook';
  status: string;
  title: string | null;
  /** Name of the original file. */
  filename: string;
  /** Bytes of the original. */
  size: number;
  /** Key of the file version that tools use; null while there is none. */
  workingFile: string | null;
  /** Bytes of that version. */
  workingSize: number | null;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Instant from which it is listed and readable, in epoch milliseconds. */
  appearsAt: number;
}

/**
 * Whether a publication is listed and readable. One that was registered at a later instant is: the clock was set back
 * since, and nothing goes with that.
 */
export const hasAppeared = ({createdAt, appearsAt}: PublicationRow, now: number): boolean =>
  appearsAt <= now || createdAt > now;

/** A file version of a publication; the original is the first. */
export interface FileRow extends Row {
  /** Key of the publication. */
  publication: string;
  filename: string;
  /** Slug of the tool that derived it; null for the original. */
  tool: string | null;
  /** Key in object storage. */
  object: string;
  /** Bytes. */
  size: number;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** A publication in the form of responses (Resources, Publication). */
export const renderPublication = (row: PublicationRow): unknown => ({
  id: row.key,
  type: row.type,
  status: row.status,
  title: row.title,
  original_size_bytes: row.size,
  working_file_id: row.workingFile,
  working_file_size_bytes: row.workingSize,
  created_at: new Date(row.createdAt).toISOString(),
});

/**
 * A file version in the form of responses. The document names `id` and `current`; the other members are the mock's
 * choice (NS-WS-11).
 */
export const renderFile = (row: FileRow, publication: PublicationRow) => ({
  id: row.key,
  current: publication.workingFile === row.key,
  kind: row.tool === null ? 'original' : 'derived',
  filename: row.filename,
  size_bytes: row.size,
  tool: row.tool,
  created_at: new Date(row.createdAt).toISOString(),
});
