import {rewritten, type Shapes, without} from './types.ts';

/** The mark of a plan whose limit was sent as a text. */
export function limitMark(id: unknown): string {
  return `plan-limit:${String(id)}`;
}

/** How plans are miswritten. */
export const PLAN_SHAPES_E1: Shapes = {
  'plan-url-path': rewritten('url', (url) => new URL(String(url)).pathname),
  'plan-text-numbers-kept': (view, {world}) => {
    const text = world.marks.get(limitMark(view.id));
    if (text !== undefined) view.concurrency_limit = text;
  },
};

/** How sessions are miswritten. */
export const SESSION_SHAPES_E1: Shapes = {
  'session-diff-missing': without('last_activity_diff'),
};
