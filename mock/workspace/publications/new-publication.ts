import type {FileRow, PublicationRow} from './rows.ts';

/** A publication that is registered by other means than the API. */
interface NewPublication extends Pick<PublicationRow, 'tenant' | 'type' | 'filename' | 'title'> {
  /** Bytes of its file; null: it does not exist yet. */
  size: number | null;
  /** Instant of the registration, in epoch milliseconds. */
  at: number;
}

/** Makes ids and sequence numbers. */
interface Maker {
  newId(kind: string): string;
  newSeq(): number;
}

/** The rows of a publication, and of its original if that exists. The file belongs at `object` in object storage. */
export function newPublication(
  {newId, newSeq}: Maker,
  {tenant, type, filename, title, size, at}: NewPublication,
): {publication: PublicationRow; file?: FileRow} {
  const id = newId('pub');
  const file: FileRow | undefined =
    size === null
      ? undefined
      : {
          key: newId('file'),
          tenant,
          seq: newSeq(),
          publication: id,
          object: `${tenant}/${id}/${filename}`,
          size,
          createdAt: at,
          filename,
          tool: null,
        };
  const publication: PublicationRow = {
    key: id,
    tenant,
    seq: newSeq(),
    type,
    status: 'ready',
    title,
    filename,
    size: size ?? 0,
    workingFile: file?.key ?? null,
    workingSize: size,
    createdAt: at,
    appearsAt: at,
  };
  return {publication, ...(file && {file})};
}
