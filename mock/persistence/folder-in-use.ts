/** Thrown when another process uses the data folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}
