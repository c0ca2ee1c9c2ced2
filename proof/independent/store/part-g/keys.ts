import type {IncomingMessage} from 'node:http';
import type {Scene} from '../types.ts';

/** How many keys the memory of a faulty server holds besides one. */
const OTHERS = 10;

/** Makes the key of a request unknown when ten others were used since it was used. */
export function recallKey({world}: Scene, req: IncomingMessage): void {
  const given = req.headers['x-user-token'];
  const token = world.tokens.find((one) => one.secret === given && one.state === 'valid');
  if (token === undefined) return;
  const used: string[] = JSON.parse(world.marks.get('keys-used') ?? '[]');
  const place = used.indexOf(token.id);
  if (place >= OTHERS) {
    req.headers['x-user-token'] = 'forgotten';
    return;
  }
  const newest = [token.id, ...used.filter((id) => id !== token.id)];
  world.marks.set('keys-used', JSON.stringify(newest));
}
