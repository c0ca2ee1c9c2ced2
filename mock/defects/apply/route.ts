import type {Defect} from '../../defect.ts';
import type {Pipeline} from '../../http/pipeline.ts';
import {ofSeam} from './select.ts';

/** Serves paths as if they were others (seam `path`). */
export const routeWith =
  (defects: readonly Defect[], next: Pipeline['route']): Pipeline['route'] =>
  (context) => {
    context.path = servedPath(defects, context.path);
    return next(context);
  };

/** The path as which a path (relative to the world's URL) is served. */
export function servedPath(defects: readonly Defect[], path: string): string {
  const moved = ofSeam(defects, 'path').find(
    ({from}) => path === from || path.startsWith(`${from}?`),
  );
  return moved ? moved.to + path.slice(moved.from.length) : path;
}
