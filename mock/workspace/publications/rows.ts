import type {Row} from '../../world/change.ts';

export interface PublicationRow extends Row {
  type: 'book' | 'audiobook';
  status: string;
  title: string | null;
  /** Name of the original file. */
  filename: string;
  /** Bytes of the original. */
  size: number;
  workingFile: string | null;
  workingSize: number | null;
  /** Epoch milliseconds. */
  createdAt: number;
  /** From when on it is listed and read. */
  appearsAt: number;
}

/** A file version; the original is the first. */
export interface FileRow extends Row {
  publication: string;
  filename: string;
  /** Slug of the tool that derived it; null for the original. */
  tool: string | null;
  /** Key in object storage. */
  object: string;
  size: number;
  createdAt: number;
}

/** A publication on the wire (Resources, Publication). */
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

/** A file version on the wire; all but `id` and `current` is presscheck's choice (NS-WS-11). */
export const renderFile = (row: FileRow, publication: PublicationRow) => ({
  id: row.key,
  current: publication.workingFile === row.key,
  kind: row.tool === null ? 'original' : 'derived',
  filename: row.filename,
  size_bytes: row.size,
  tool: row.tool,
  created_at: new Date(row.createdAt).toISOString(),
});
