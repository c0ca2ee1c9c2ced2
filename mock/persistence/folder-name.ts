/**
 * The name of a world's folder, valid on any file system: lower-case letters, digits and dashes
 * stand for themselves, every other byte becomes `_` and two hexadecimal digits.
 */
export function folderNameOf(world: string): string {
  const characters = [...Buffer.from(world)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`;
  });
  return characters.join('');
}

/** The id of the world whose folder has a name; undefined for any other name. */
export function worldOfFolder(name: string): string | undefined {
  if (!/^([a-z0-9-]|_[0-9a-f]{2})+$/.test(name)) return undefined;
  const bytes = name.replace(/_([0-9a-f]{2})/g, (_match, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  const world = Buffer.from(bytes, 'latin1').toString();
  return folderNameOf(world) === name ? world : undefined;
}
