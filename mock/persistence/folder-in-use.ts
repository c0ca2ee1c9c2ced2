/** Thrown when another process keeps its worlds in the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}
