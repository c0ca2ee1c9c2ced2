import {systemDisk, type Disk} from '../persistence/disk.ts';

/** A disk for tests. */
export interface FullDisk extends Disk {
  /** Free space at the ends of files, in bytes. */
  room: number;
  /** Whether files can be truncated. */
  cuts: boolean;
}

const full = (): Error =>
  Object.assign(new Error('ENOSPC: no space left on device'), {code: 'ENOSPC'});

/** A disk that can become full, and on which files may not be truncatable. Initially it has free space. */
export function fullDisk(): FullDisk {
  const disk = systemDisk();
  return {
    ...disk,
    room: Infinity,
    cuts: true,
    write(file, bytes, offset, position) {
      // An end mark overwrites the previous one.
      if (position === 0 && bytes.length === 64) return disk.write(file, bytes, offset, position);
      if (this.room === 0) throw full();
      const now = Math.min(this.room, bytes.length - offset);
      this.room -= now;
      return disk.write(file, bytes.subarray(0, offset + now), offset, position);
    },
    truncate(file, length) {
      if (!this.cuts) throw new Error('EIO: i/o error');
      disk.truncate(file, length);
    },
    async writeFile(path, text) {
      if (this.room === 0) throw full();
      await disk.writeFile(path, text);
    },
  };
}
