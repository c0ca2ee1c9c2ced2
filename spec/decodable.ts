/** Whether a path or a part of one can be decoded: a wrong percent sequence names nothing. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
