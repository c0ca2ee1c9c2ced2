import type {IncomingMessage} from 'node:http';
import type {Ports} from '../world/ports.ts';

/**
 * Waits in real time, or until the connection closes: when the client goes or the mock ends.
 * @returns whether the connection is still open
 */
export function waitOrGone(
  {later}: Pick<Ports, 'later'>,
  {socket}: IncomingMessage,
  ms: number,
): Promise<boolean> {
  if (socket.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const gone = (): void => {
      cancel();
      resolve(false);
    };
    const cancel = later(ms, () => {
      socket.off('close', gone);
      resolve(true);
    });
    socket.once('close', gone);
  });
}
