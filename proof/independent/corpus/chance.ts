import crypto from 'node:crypto';
import {syncBuiltinESMExports} from 'node:module';

/** Random values that are the same each time: they depend on the turn, and on how many were drawn in it. */
export class Chance {
  #turn = 0;
  #drawn = 0;

  /** Begins a turn: what is drawn too much in one changes nothing in the next. */
  begin(turn: number): void {
    this.#turn = turn;
    this.#drawn = 0;
  }

  bytes(size: number): Buffer {
    this.#drawn += 1;
    const seed = `${this.#turn} ${this.#drawn}`;
    return crypto.createHash('shake256', {outputLength: size}).update(seed).digest();
  }

  uuid(): string {
    const hex = this.bytes(16).toString('hex');
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
  }
}

/** Lets everything in this process draw from here while something runs. */
export async function drawingFrom<T>(chance: Chance, run: () => Promise<T>): Promise<T> {
  const {randomBytes, randomUUID} = crypto;
  const {random} = Math;
  const drawn = {
    randomBytes: (size: number) => chance.bytes(size),
    randomUUID: () => chance.uuid(),
  };
  Object.assign(crypto, drawn);
  Math.random = () => chance.bytes(4).readUInt32BE() / 2 ** 32;
  syncBuiltinESMExports();
  try {
    return await run();
  } finally {
    Object.assign(crypto, {randomBytes, randomUUID});
    Math.random = random;
    syncBuiltinESMExports();
  }
}
