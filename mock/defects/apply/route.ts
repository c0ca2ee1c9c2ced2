import type {Defect} from '../../defect.ts';
import type {Pipeline} from '../../http/pipeline.ts';
import {ofSeam} from './select.ts';

/** Routes with paths that are served as if they were others (seam `path`). */
export const routeWith =
  (defects: readonly Defect[], next: Pipeline['route']): Pipeline['route'] =>
  (context) => {
    context.path = servedPath(defects, context.path);
    return next(context);
  };

/** The path that a path below the world's address is served as. */
export function servedPath(defects: readonly Defect[], path: string): string {
  const moved = ofSeam(defects, 'path').find(
    ({from}) => path === from || path.startsWith(`${from}?`),
  );
  return moved ? moved.to + path.slice(moved.from.length) : path;
}
