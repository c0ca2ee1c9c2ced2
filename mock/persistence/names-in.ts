import {readdir} from 'node:fs/promises';

/** The names in a folder; none when there is no folder. @throws the error of the file system */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as {code?: string}).code === 'ENOENT') return [];
    throw error;
  }
}
