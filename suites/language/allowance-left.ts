import {at} from '../../spec/json.ts';

/**
 * Whether the body of an account or a usage shows that no publication can be registered. The figure may be below zero
 * where the workspace has got a smaller plan than it has spent: the document names no lower bound.
 */
export function isNothingLeft(body: unknown): boolean {
  const left = at(body, '/publications_left');
  return typeof left === 'number' && left <= 0;
}
