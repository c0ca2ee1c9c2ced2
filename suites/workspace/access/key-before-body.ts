import {check, type Check} from '../../language/check.ts';
import {all, expectOutcome} from '../../language/judge.ts';
import type {Args, Handle} from '../../language/script.ts';
import {reserve} from '../publishing.ts';

/** Bodies that no operation accepts. A server may refuse what is no JSON before it looks at anything else. */
const BODIES: Record<string, Args> = {
  'a list': {raw: '[]'},
  'an empty object': {body: {}},
};

/** Callers whose key is missing or wrong. */
const CALLERS = ['nobody', 'unknown-credential'] as const;

/** The operations that read a body. */
const WRITES = ['createUpload', 'createPublication', 'startRun'];

/** A request with a missing or wrong key is answered 401, whatever its JSON is (Authentication 5). */
export const keyBeforeBody: Check[] = [
  check({
    rule: 'workspace.access.missing-key-comes-first',
    place: 'any body',
    onlyOnTestTargets: true,
    act: (s) => {
      const path = {publication: reserve(s).at('/publication_id')};
      const handles = WRITES.flatMap((op) =>
        CALLERS.flatMap((as) =>
          Object.entries(BODIES).map(([name, args]): [string, Handle] => [
            `${op} by ${as} with ${name}`,
            s.call(op, {as, ...args, ...(op === 'startRun' && {path})}),
          ]),
        ),
      );
      return Object.fromEntries(handles) as Record<string, Handle>;
    },
    judge: (seen) =>
      all(
        ...Object.values(seen).map((response) =>
          expectOutcome(response, 'unauthenticated', `body-first-in-${response.op}`),
        ),
      ),
  }),
];
