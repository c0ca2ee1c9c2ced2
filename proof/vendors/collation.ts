import {isBody, type Adapter} from '../relabel/adapter.ts';
import {rewriting} from './texts.ts';

/**
 * A store whose database compares texts without regard to case and accents, like MySQL's utf8mb4_0900_ai_ci. It finds
 * any spelling, and considers a name taken in any spelling.
 */
export function collating(): Adapter {
  const first = new Map<string, string>();
  const asFirst = (text: string): string => {
    const key = folded(text);
    const known = first.get(key);
    if (known === undefined) first.set(key, text);
    return known ?? text;
  };
  const comparing = rewriting({email: asFirst, externalId: asFirst});
  return {
    ...comparing,
    adaptRequest(request) {
      const given = isBody(request.body) ? request.body.external_id : undefined;
      comparing.adaptRequest(request);
      // "Must equal the current value" is not compared by the database.
      if (request.method === 'PUT' && isBody(request.body) && given !== undefined)
        request.body.external_id = given;
    },
  };
}

const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
